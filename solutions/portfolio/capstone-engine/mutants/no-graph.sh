# rejected by: case file *.cu: missing (launches each kernel)
sed -i 's/cudaGraphLaunch(m->step, m->stream)/launch_all(m)/' engine.cu
git add -A && git commit -qm x
