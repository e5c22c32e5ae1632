{#
    The eight fine metrics as columns in [0, 1], from the judge's raw scale: a score x of 1 to 5 is (x - 1) / 4, layout
    and emotion hit are shares as they stand. The released code clamps what it coerced to 0, below the scale.
#}
{% macro mer_bench_unit_metrics() -%}
    {%- for metric in ["vgq", "vea", "tgq", "tea", "hgq", "pes"] %}
        {{ clamp_unit(to_unit(metric, "1e0", "5e0")) }} as {{ metric }},
    {%- endfor %}
    lc,
    ppe
{%- endmacro %}
