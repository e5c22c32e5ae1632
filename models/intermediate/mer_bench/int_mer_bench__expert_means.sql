-- The mean of the experts' scores of an output, per metric and aggregate, with how many experts scored it.
with

    rated as (select * from {{ ref("int_mer_bench__expert_judgements") }}),

    final as (
        select system_id, item_id, metric, {{ favg("raw_score") }} as score, count(*) as expert_count
        from rated
        group by system_id, item_id, metric
    )

select *
from final
