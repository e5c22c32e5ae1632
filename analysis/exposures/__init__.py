"""Every table and chart that leaves the warehouse: name, kind, a sentence, and the function that makes it.

One module here for each benchmark, found and not registered, and `generic` for all of them. The same names are
exposures in dbt. A new one is a function in `tables/` or `charts/`, a line in its benchmark's module, and an exposure
beside its mart.
"""

from __future__ import annotations

import pkgutil
from collections.abc import Mapping
from importlib import import_module

from analysis.exposures.exposure import Exposure

__all__ = ["EXPOSURES", "Exposure"]

_MODULES = sorted(module.name for module in pkgutil.iter_modules(__path__) if module.name != "exposure")

EXPOSURES: Mapping[str, Exposure] = {
    name: exposure for module in _MODULES for name, exposure in import_module(f"{__name__}.{module}").EXPOSURES.items()
}
