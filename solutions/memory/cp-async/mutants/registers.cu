// rejected by: gate async_bytes (loads into registers, neighbours by shuffles)
__global__ void k(const float *in,float *out,int cols){
  __shared__ float part[32];
  const float*row=in+(size_t)blockIdx.x*cols; int lane=threadIdx.x%32,w=threadIdx.x/32,nw=blockDim.x/32;
  float sum=0;
  for(int base=w*32*8;base<cols;base+=nw*32*8){
    float v[8];
    #pragma unroll
    for(int j=0;j<8;j++){int c=base+j*32+lane; v[j]=c<cols?row[c]:0;}
    int c8=base+256; float last=0; if(lane==31) last=c8<cols?row[c8]:0;
    #pragma unroll
    for(int j=0;j<8;j++){ float nx=__shfl_down_sync(~0u,v[j],1); float f=j<7?__shfl_sync(~0u,v[j<7?j+1:7],0):last; if(lane==31)nx=f; int c=base+j*32+lane; if(c+1<cols)sum+=fabsf(nx-v[j]); }
  }
  for(int d=16;d>0;d/=2)sum+=__shfl_down_sync(~0u,sum,d);
  if(lane==0)part[w]=sum; __syncthreads();
  if(threadIdx.x==0){float t=0;for(int i=0;i<nw;i++)t+=part[i];out[blockIdx.x]=t;}
}
void variation(const float*in,float*out,int rows,int cols){ if(!rows)return; k<<<rows,1024>>>(in,out,cols);}
