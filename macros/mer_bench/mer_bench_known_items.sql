{#
    Versions of rows about an item, of which none stands that the landed index lacks: its reason is item.unknown, where it
    has no other. Without an index every item is taken as known.
#}
{% macro mer_bench_known_items(versions) -%}
    select
        {{ versions }}.* exclude (is_standing, exclusion_reason),
        {{ versions }}.is_standing
        and (memes.item_id is not null or index_size.item_count = 0) as is_standing,
        case
            when {{ versions }}.exclusion_reason is not null
            then {{ versions }}.exclusion_reason
            when memes.item_id is null and index_size.item_count > 0
            then 'item.unknown'
        end as exclusion_reason
    from {{ versions }}
    cross join (select count(*) as item_count from {{ ref("int_mer_bench__memes") }}) as index_size
    left join {{ ref("int_mer_bench__memes") }} as memes on memes.item_id = {{ versions }}.item_id
{%- endmacro %}
