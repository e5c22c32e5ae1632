"""Every table and chart that leaves the warehouse: name, kind, and the function that makes it.

One module here for each benchmark, found and not registered, and `generic` for all of them. The same names are
exposures in dbt, whose descriptions are the captions. A new one is a function in `tables/` or `charts/`, a line in its
benchmark's module, and an exposure beside its mart.
"""

from __future__ import annotations

import pkgutil
from collections.abc import Mapping
from dataclasses import replace
from importlib import import_module

from analysis.exposures.documentation import descriptions
from analysis.exposures.exposure import Exposure

__all__ = ["EXPOSURES", "Exposure"]

_OWN = ("documentation", "exposure")
_MODULES = sorted(module.name for module in pkgutil.iter_modules(__path__) if module.name not in _OWN)

EXPOSURES: Mapping[str, Exposure] = {
    name: replace(exposure, sentence=descriptions().get(name, ""), benchmark=module)
    for module in _MODULES
    for name, exposure in import_module(f"{__name__}.{module}").EXPOSURES.items()
}
