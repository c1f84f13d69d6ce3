# What other kernels cimport; nothing for Python.

__all__: list[str] = []
