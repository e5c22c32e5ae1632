{# An emotion alignment score under the gating option: `cap` holds it at 2 where the perceived emotion is not the target. #}
{% macro mer_bench_gated(score) -%}
    case
        when is_gate_violation and '{{ var("mer_bench_gating") }}' = 'cap'
        then least({{ score }}, 2)
        else {{ score }}
    end
{%- endmacro %}

{# Whether the gating option leaves a verdict out: `exclude` does where the perceived emotion is not the target. #}
{% macro mer_bench_is_gated_out() -%}
    (coalesce(is_gate_violation, false) and '{{ var("mer_bench_gating") }}' = 'exclude')
{%- endmacro %}
