{#
    Memes of a group that the cut divides: so many of it are let in, each draw as likely. `best_chance` is the chance
    that a meme is the best of those let in: C(memes behind it, slots - 1) / C(group, slots). Reads the relations
    ranks (of tied memes), sizes and log_factorials.
#}
{% macro mame_re_retrieved_ties() -%}
    select
        divided.*,
        divided.slot_count / cast(divided.group_size as double) as inclusion,
        coalesce(
            exp(
                behind.log_factorial
                - others.log_factorial
                - left_out.log_factorial
                - whole.log_factorial
                + slots.log_factorial
                + outside.log_factorial
            ),
            0e0
        ) as best_chance
    from
        (
            select
                ranks.*,
                sizes.k,
                ranks.last_place - ranks.first_place + 1 as group_size,
                sizes.k - ranks.first_place + 1 as slot_count,
                -- Memes of equal gain change places without changing any sum.
                row_number() over (
                    partition by ranks.retriever_number, sizes.k, ranks.context_number
                    order by ranks.gain desc
                ) as gain_rank
            from ranks
            inner join
                sizes
                on sizes.retriever_number = ranks.retriever_number
                and sizes.k >= ranks.first_place
                and sizes.k < ranks.last_place
        ) as divided
    inner join log_factorials as behind on behind.n = divided.group_size - divided.gain_rank
    inner join log_factorials as others on others.n = divided.slot_count - 1
    inner join log_factorials as whole on whole.n = divided.group_size
    inner join log_factorials as slots on slots.n = divided.slot_count
    inner join log_factorials as outside on outside.n = divided.group_size - divided.slot_count
    -- Too few behind it: never the best.
    left join
        log_factorials as left_out
        on left_out.n = divided.group_size - divided.gain_rank - divided.slot_count + 1
{%- endmacro %}
