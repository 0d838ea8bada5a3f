-- The key by which a product is typed at the counter: given once, the least that is free, and its own while it lives.

ALTER TABLE products ADD COLUMN IF NOT EXISTS counter_key smallint;
ALTER TABLE products DROP CONSTRAINT IF EXISTS products_counter_key_check;
ALTER TABLE products ADD CONSTRAINT products_counter_key_check CHECK (counter_key BETWEEN 1 AND 99);
UPDATE products product SET counter_key = given.n
FROM (SELECT id, row_number() OVER (ORDER BY id) AS n FROM products) given
WHERE given.id = product.id AND given.n <= 99 AND product.counter_key IS NULL;
CREATE UNIQUE INDEX IF NOT EXISTS products_counter_key ON products (counter_key);
--> statement-breakpoint
CREATE OR REPLACE FUNCTION give_counter_key() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- Two products that are made at once do not find the same key.
  PERFORM pg_advisory_xact_lock(7204128);
  NEW.counter_key := (
    SELECT min(key) FROM generate_series(1, 99) key
    WHERE NOT EXISTS (SELECT 1 FROM products other WHERE other.counter_key = key)
  );
  RETURN NEW;
END $$;
--> statement-breakpoint
DROP TRIGGER IF EXISTS give_counter_key ON products;
CREATE TRIGGER give_counter_key BEFORE INSERT ON products
  FOR EACH ROW WHEN (NEW.counter_key IS NULL) EXECUTE FUNCTION give_counter_key();
