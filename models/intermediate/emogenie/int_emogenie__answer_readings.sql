-- Each standing answer to a usable closed question, read: exactly one distinct offered letter among what all
-- patterns give is the choice; none or several leave the answer unparsable.
with

    answers as (select * from {{ ref("int_emogenie__answer_versions") }} where is_standing),

    questions as (select * from {{ ref("int_emogenie__closed_questions") }}),

    options as (select * from {{ ref("stg_emogenie__question_options") }}),

    letters as (select * from {{ ref("stg_emogenie__answer_letters") }}),

    patterns as (select * from {{ ref("emogenie_answer_patterns") }}),

    asked as (
        select
            answers.system_id,
            answers.question_id,
            answers.answer,
            answers.answer_folded,
            answers.source_row_id,
            questions.source_row_id as question_row_id,
            questions.key_letter
        from answers
        inner join questions on questions.question_id = answers.question_id
    ),

    candidates as (
        select asked.source_row_id, letters.pattern, options.letter
        from asked
        inner join letters on letters.source_row_id = asked.source_row_id
        inner join
            options on options.source_row_id = asked.question_row_id and options.letter = letters.letter
        union all
        select asked.source_row_id, 'option_text' as pattern, options.letter
        from asked
        inner join
            options
            on options.source_row_id = asked.question_row_id
            and options.option_folded = asked.answer_folded
    ),

    read as (
        select
            candidates.source_row_id,
            min(candidates.letter) as choice_letter,
            min(patterns.position) as pattern_position
        from candidates
        inner join patterns on patterns.pattern = candidates.pattern
        group by candidates.source_row_id
        having count(distinct candidates.letter) = 1
    ),

    final as (
        select
            asked.system_id,
            asked.question_id,
            read.choice_letter,
            patterns.pattern,
            case
                when asked.answer is null
                then 'missing'
                when read.choice_letter is null
                then 'unparsable'
                else 'ok'
            end as status,
            coalesce(read.choice_letter = asked.key_letter, false) as is_correct,
            asked.source_row_id
        from asked
        left join read on read.source_row_id = asked.source_row_id
        left join patterns on patterns.position = read.pattern_position
    )

select *
from final
