-- Members of each retrieved set. A tie at the cut lets in so many of its group, each draw as likely: `inclusion` is a
-- member's chance to be in, `best_chance` the chance that it is the best of those let in from its group.
with

    ranks as (select * from {{ ref("int_mame_re__retrieval_ranks") }}),

    sizes as (select * from {{ ref("int_mame_re__retrieval_sizes") }}),

    log_factorials as (select * from {{ ref("int_mame_re__log_factorials") }}),

    members as (
        select
            ranks.*,
            sizes.k,
            sizes.k - ranks.first_place + 1 as slot_count,
            ranks.first_place + ranks.group_size - 1 > sizes.k as is_cut,
            row_number() over (
                partition by ranks.retriever, sizes.k, ranks.context_id, ranks.first_place
                order by ranks.gain desc, ranks.image_id
            ) as gain_rank
        from ranks
        inner join sizes on sizes.retriever = ranks.retriever and sizes.k >= ranks.first_place
    ),

    final as (
        select
            members.*,
            case
                when members.is_cut then members.slot_count / cast(members.group_size as double) else 1e0
            end as inclusion,
            -- C(behind it, slots - 1) / C(group, slots)
            case
                when members.is_cut and members.group_size - members.gain_rank >= members.slot_count - 1
                then
                    exp(
                        behind.log_factorial
                        - others.log_factorial
                        - left_out.log_factorial
                        - whole.log_factorial
                        + slots.log_factorial
                        + outside.log_factorial
                    )
                when members.is_cut
                then 0e0
            end as best_chance
        from members
        left join
            log_factorials as behind
            on members.is_cut
            and behind.n = members.group_size - members.gain_rank
        left join log_factorials as others on members.is_cut and others.n = members.slot_count - 1
        left join
            log_factorials as left_out
            on members.is_cut
            and left_out.n = members.group_size - members.gain_rank - members.slot_count + 1
        left join log_factorials as whole on members.is_cut and whole.n = members.group_size
        left join log_factorials as slots on members.is_cut and slots.n = members.slot_count
        left join
            log_factorials as outside
            on members.is_cut
            and outside.n = members.group_size - members.slot_count
    )

select *
from final
