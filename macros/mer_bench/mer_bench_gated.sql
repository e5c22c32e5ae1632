{# An emotion alignment score under the gating option: `cap` holds it at 2 where the perceived emotion is not the target. #}
{% macro mer_bench_gated(score) -%}
    case
        when is_gate_violation and '{{ var("mer_bench_gating") }}' = 'cap'
        then least({{ score }}, 2)
        else {{ score }}
    end
{%- endmacro %}
