{#
    The spread that the released code prints in its factor view: it puts the standard deviation of a 1-to-5 metric
    through (x - 1) / 4 as if it were a score, and clamps, so that any spread below 1 prints as 0.00.
    A spread of unit values is a quarter of the raw one. Metrics that are not on that scale are printed rightly.
#}
{% macro mer_bench_released_sd_pct(sd_pct, metric="metric") -%}
    case
        when {{ metric }} in ('vgq', 'vea', 'tgq', 'tea', 'hgq', 'pes')
        then 100e0 * {{ clamp_unit(to_unit("4e0 * " ~ sd_pct ~ " / 100e0", "1e0", "5e0")) }}
        else {{ sd_pct }}
    end
{%- endmacro %}
