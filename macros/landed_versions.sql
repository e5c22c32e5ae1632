{#
    Rows of a conformed shape that state one fact several times: the last by file path and line stands, an earlier one
    that says the same is a duplicate, another is superseded. A row that a benchmark derives may have no line of its own:
    it is earlier than any with one. `keys` name the fact, `content` what it says. Gives the columns of `relation` and
    exclusion_reason, which is NULL where the row stands.
#}
{% macro landed_versions(relation, keys, content) -%}
    select
        ranked.* exclude (file_path, line_number, content_digest, version_rank, standing_digest),
        {{ version_reason("content_digest = standing_digest") }} as exclusion_reason
    from
        (
            select
                digested.*,
                row_number() over later as version_rank,
                first_value(content_digest) over later as standing_digest
            from
                (
                    select placed.*, {{ content_digest(content) }} as content_digest
                    from ({{ placed_rows(relation) }}) as placed
                ) as digested
            window
                later as (
                    partition by {{ keys | join(", ") }}
                    order by
                        file_path desc nulls last,
                        line_number desc nulls last,
                        source_row_id desc nulls last,
                        content_digest
                    rows between unbounded preceding and unbounded following
                )
        ) as ranked
{%- endmacro %}
