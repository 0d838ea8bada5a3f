-- Adds up amounts where a group has few rows: `sum` gives every group buffers of its own for many, which at 30,000
-- groups of one or two rows was most of the work. The same arithmetic and the same digits.
CREATE AGGREGATE few_sum(numeric) (SFUNC = numeric_add, STYPE = numeric, COMBINEFUNC = numeric_add, PARALLEL = SAFE);
