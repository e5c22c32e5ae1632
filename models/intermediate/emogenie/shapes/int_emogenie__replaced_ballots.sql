-- A later row of a rater about an image wins whole, so that rows are compared and not single answers.
with

    answers as (select * from {{ ref("int_emogenie__given_answers") }} where exclusion_reason is not null),

    final as (select 'emogenie' as benchmark, panel, question, rater_id, exclusion_reason from answers)

select *
from final
