-- A model that saw an image in training is not tested on it. Each row names the image; open questions only
-- list.
select image_id, split_a, split_b, question_ids from {{ ref("emogenie_split_leaks") }} where kind = 'closed'
