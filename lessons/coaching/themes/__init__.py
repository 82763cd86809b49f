"""The themes, one module each, brought in so that they register: whatever stands in this folder is one."""

from importlib import import_module
from pkgutil import iter_modules

for _module in iter_modules(__path__):
    import_module(f"{__name__}.{_module.name}")
