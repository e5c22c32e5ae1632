{#
    Rows of a conformed shape that state one fact several times: the last by file path and line stands, an earlier one
    that says the same is a duplicate, another is superseded. A row that a benchmark derives may have no line of its own:
    it is earlier than any with one. `keys` name the fact, `content` what it says. Gives the columns of `relation` and
    exclusion_reason, which is NULL where the row stands.
#}
{% macro landed_versions(relation, keys, content) -%}
    select
        ranked.* exclude (file_path, line_number, content_digest, version_rank, standing_digest),
        case
            when version_rank = 1
            then null
            when content_digest = standing_digest
            then 'row.duplicate'
            else 'row.superseded'
        end as exclusion_reason
    from
        (
            select
                placed.*,
                row_number() over later as version_rank,
                first_value(content_digest) over later as standing_digest
            from
                (
                    select
                        facts.*,
                        places.file_path,
                        try_cast(split_part(facts.source_row_id, ':', 2) as bigint) as line_number,
                        md5(
                            concat_ws(
                                chr(31)
                                {%- for column in content %}
                                    , coalesce(cast(facts.{{ column }} as string), chr(30))
                                {%- endfor %}
                            )
                        ) as content_digest
                    from {{ relation }} as facts
                    left join
                        (
                            -- Equal bytes landed for two benchmarks share a file id.
                            select substr(file_id, 1, 12) as short_file_id, min(file_path) as file_path
                            from {{ ref("stg_ledger__files") }}
                            group by substr(file_id, 1, 12)
                        ) as places
                        on places.short_file_id = split_part(facts.source_row_id, ':', 1)
                ) as placed
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
