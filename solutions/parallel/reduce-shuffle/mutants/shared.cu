// rejected by: gate smem_requests (shared memory and __syncwarp in place of shuffles)
__global__ void k(const float *in,float *out,int rows,int cols){
  __shared__ float p[8][48];
  int w=threadIdx.x/32, lane=threadIdx.x%32, row=blockIdx.x*8+w;
  if(row>=rows)return;
  float s=0; for(int c=lane;c<cols;c+=32)s+=in[(size_t)row*cols+c];
  p[w][lane]=s; if(lane<16)p[w][32+lane]=0; __syncwarp();
  for(int d=16;d>0;d/=2){ s+=p[w][lane+d]; __syncwarp(); p[w][lane]=s; __syncwarp(); }
  if(lane==0)out[row]=s;
}
void row_sums(const float *in,float *out,int rows,int cols){ if(!rows)return; k<<<(rows+7)/8,256>>>(in,out,rows,cols);}
