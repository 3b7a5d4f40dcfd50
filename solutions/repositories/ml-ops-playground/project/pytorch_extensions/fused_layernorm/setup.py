from setuptools import setup
from torch.utils.cpp_extension import BuildExtension, CUDAExtension

setup(
    name="fused_layernorm",
    ext_modules=[
        CUDAExtension(
            "fused_layernorm",
            ["csrc/layernorm.cpp", "csrc/layernorm.cu"],
            extra_compile_args={"nvcc": ["-O3", "-lineinfo"]},
        )
    ],
    cmdclass={"build_ext": BuildExtension},
)
