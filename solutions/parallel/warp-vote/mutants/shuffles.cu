// rejected by: gate exchanges (a scan of shuffles in place of a vote)
__global__ void k(const int *in,int *state,int *count,int *rank,int n){
  int i=blockIdx.x*blockDim.x+threadIdx.x, lane=threadIdx.x%32;
  int h=i<n&&in[i]>0, s=h;
  for(int d=1;d<32;d*=2){int o=__shfl_up_sync(0xffffffffu,s,d); s+=lane>=d?o:0;}
  int tot=__shfl_sync(0xffffffffu,s,31);
  if(i<n) rank[i]=s-h;
  int m=n-(i/32)*32; if(m>32)m=32;
  if(lane==0&&i<n){count[i/32]=tot; state[i/32]=tot==0?0:tot==m?2:1;}
}
void votes(const int *in,int *state,int *count,int *rank,int n){ if(!n)return; k<<<(n+255)/256,256>>>(in,state,count,rank,n);}
