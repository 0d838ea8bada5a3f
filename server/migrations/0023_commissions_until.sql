-- Until when a rate holds, so that which one does is seen on its own row: the next row of its key begins then.
ALTER TABLE commissions ADD COLUMN until timestamptz;

-- What has begun stands for good; only when it ends is still said, and where there is room for it on its own page.
DROP TRIGGER keep_begun ON commissions;
CREATE TRIGGER keep_begun BEFORE DELETE OR UPDATE OF partner_id, product_id, bet_type_id, currency, commission_kind, commission_percent, participation_kind, participation_percent, starts_at
  ON commissions FOR EACH ROW EXECUTE FUNCTION keep_begun_commissions();
ALTER TABLE commissions SET (fillfactor = 60);

-- Rows of a key follow one another: whoever adds or takes one says it to the one before. Writers of a partner's rates hold the partner.
CREATE FUNCTION follow_commissions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- As nearly always: all of one instant, the last there is.
  IF TG_OP = 'INSERT' AND (SELECT min(starts_at) = max(starts_at) FROM touched)
    AND NOT EXISTS (SELECT 1 FROM commissions WHERE starts_at > (SELECT min(starts_at) FROM touched)) THEN
    UPDATE commissions c SET until = t.starts_at FROM touched t
    WHERE c.partner_id = t.partner_id AND coalesce(c.product_id, 0) = coalesce(t.product_id, 0) AND coalesce(c.bet_type_id, 0) = coalesce(t.bet_type_id, 0)
      AND coalesce(c.currency::text, '') = coalesce(t.currency::text, '') AND c.starts_at < t.starts_at AND c.until IS NULL;
    RETURN NULL;
  END IF;
  WITH keys AS (
    SELECT DISTINCT partner_id, coalesce(product_id, 0) AS product, coalesce(bet_type_id, 0) AS bet_type, coalesce(currency::text, '') AS money FROM touched
  ), placed AS (
    SELECT c.id, lead(c.starts_at) OVER (PARTITION BY c.partner_id, c.product_id, c.bet_type_id, c.currency ORDER BY c.starts_at) AS until
    FROM commissions c JOIN keys k ON k.partner_id = c.partner_id AND k.product = coalesce(c.product_id, 0) AND k.bet_type = coalesce(c.bet_type_id, 0) AND k.money = coalesce(c.currency::text, '')
  )
  UPDATE commissions c SET until = p.until FROM placed p WHERE p.id = c.id AND c.until IS DISTINCT FROM p.until;
  RETURN NULL;
END $$;
CREATE TRIGGER follow_added AFTER INSERT ON commissions REFERENCING NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION follow_commissions();
CREATE TRIGGER follow_removed AFTER DELETE ON commissions REFERENCING OLD TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION follow_commissions();

UPDATE commissions c SET until = p.until
FROM (SELECT id, lead(starts_at) OVER (PARTITION BY partner_id, product_id, bet_type_id, currency ORDER BY starts_at) AS until FROM commissions) p
WHERE p.id = c.id AND p.until IS NOT NULL;

CREATE OR REPLACE FUNCTION commissions_at(at timestamptz) RETURNS SETOF commissions LANGUAGE sql STABLE AS $$
  SELECT c.* FROM commissions c WHERE c.starts_at <= at AND (c.until IS NULL OR c.until > at) AND c.commission_kind IS NOT NULL
$$;
