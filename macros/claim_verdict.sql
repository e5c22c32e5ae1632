{#
    The verdict on a claim about a difference. `greater`: a above b; `less`: a below b; `not_greater`: a is no improvement
    on b; `different`: either way. An interval that holds 0 separates nothing, and without an interval that something
    moves nothing is said.
#}
{% macro claim_verdict(direction, estimate, ci_low, ci_high, status) -%}
    case
        when coalesce({{ status }}, 'none') not in ('ok', 'identical')
        then 'not computable'
        when {{ estimate }} is null or {{ ci_low }} is null or {{ ci_high }} is null
        then 'not computable'
        when {{ ci_low }} <= 0e0 and {{ ci_high }} >= 0e0
        then 'not separable'
        when {{ direction }} = 'different'
        then 'supported'
        when ({{ direction }} = 'greater') = ({{ estimate }} > 0e0)
        then 'supported'
        else 'contradicted'
    end
{%- endmacro %}
