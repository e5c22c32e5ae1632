"""One page that shows a warehouse to a person who would rather look than read."""
