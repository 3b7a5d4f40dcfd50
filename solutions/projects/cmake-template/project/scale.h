// Scaling an array on the device.
#pragma once

int blocks_for(int n, int threads);
void scale(float *x, float a, int n);
