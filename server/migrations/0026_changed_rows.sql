-- Every row that one change over many touched, with what it was before and is after: the audit log's own row names the
-- change, how many rows it has and their sum. Nothing refers to what may be removed later. Rows are only ever added.
CREATE SEQUENCE changes_of_many AS bigint;
CREATE TABLE changed_rows (
  change_id bigint NOT NULL,
  id bigint GENERATED ALWAYS AS IDENTITY (CACHE 1000),
  partner_id int NOT NULL,
  product_id smallint,
  bet_type_id smallint,
  currency currency,
  before text,
  after text
);
CREATE INDEX changed_rows_change ON changed_rows (change_id, id);
