{#
    The aggregates of MER-Bench over unit metrics (columns vea, tea, ppe, vgq, tgq, hgq, lc, pes), by `definition`.
    Constants are the columns alpha, epsilon and factor_floor of `int_mer_bench__parameters`.
    paper: section 4.3; released: the released scoring code, which floors factors and rescales the overall score.
#}
{# Target alignment: emotion hit times the harmonic mean of the two emotion alignments. #}
{% macro mer_bench_tas() -%}
    ppe * case
        when definition = 'released'
        then {{ harmonic_mean("vea", "tea", "factor_floor") }}
        else {{ harmonic_mean("vea", "tea") }}
    end
{%- endmacro %}

{# Content fidelity: layout consistency times the geometric mean of the three quality scores. #}
{% macro mer_bench_cfs() -%}
    lc * case
        when definition = 'released'
        then
            power(
                greatest(vgq, factor_floor) * greatest(tgq, factor_floor) * greatest(hgq, factor_floor),
                1e0 / 3
            )
        else power(vgq * tgq * hgq, 1e0 / 3)
    end
{%- endmacro %}

{# Shift strength: saturating in the shift; reaches 1 only in the paper's definition. #}
{% macro mer_bench_sss() -%}
    (1e0 - exp(- alpha * pes)) / case when definition = 'released' then 1e0 else 1e0 - exp(- alpha) end
{%- endmacro %}

{# Overall score: the geometric mean of the three, each lifted by epsilon. #}
{% macro mer_bench_rfs(tas="tas", cfs="cfs", sss="sss") -%}
    (power(({{ tas }} + epsilon) * ({{ cfs }} + epsilon) * ({{ sss }} + epsilon), 1e0 / 3) - epsilon)
    / case when definition = 'released' then 1e0 - epsilon else 1e0 end
{%- endmacro %}
