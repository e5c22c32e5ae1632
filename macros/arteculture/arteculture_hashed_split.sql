{#
    The side of a split 8 : 1 : 1 that an image falls on by itself: md5 of (seed, image) against 0.8 and 0.9 as
    hexadecimal fractions. No other image enters, so adding images moves none.
#}
{% macro arteculture_hashed_split(image_id, seed) -%}
    case
        when md5(concat('{{ seed }}', '|', {{ image_id }})) < 'cccccccccccccccccccccccccccccccc'
        then 'train'
        when md5(concat('{{ seed }}', '|', {{ image_id }})) < 'e6666666666666666666666666666666'
        then 'validation'
        else 'test'
    end
{%- endmacro %}
