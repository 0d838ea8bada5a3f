-- A rate may be set in part: what of it is null is as its row would have it without being there, and follows that.
ALTER TABLE commissions DROP CONSTRAINT commissions_all_or_none;
CREATE INDEX commissions_in_part ON commissions (partner_id) WHERE num_nulls(commission_kind, commission_percent, participation_kind, participation_percent) BETWEEN 1 AND 3;

-- What is set by an instant, as it was set. A row without anything inherits again.
CREATE FUNCTION commissions_set_at(at timestamptz) RETURNS SETOF commissions LANGUAGE sql STABLE AS $$
  SELECT c.* FROM commissions c WHERE c.starts_at <= at AND (c.until IS NULL OR c.until > at)
    AND (c.commission_kind IS NOT NULL OR c.commission_percent IS NOT NULL OR c.participation_kind IS NOT NULL OR c.participation_percent IS NOT NULL)
$$;

-- One part of a rate that the row of a key does not set: that of the row which holds without it, and so on upwards. `chain`: its
-- partner and those above it, nearest first.
CREATE FUNCTION inherited_rate(chain int[], product smallint, bet_type smallint, money currency, at timestamptz, part text) RETURNS text LANGUAGE plpgsql STABLE AS $$
DECLARE
  level bigint := 1;
  x record;
BEGIN
  LOOP
    SELECT r.*, c.n INTO x FROM unnest(chain) WITH ORDINALITY c(id, n) JOIN commissions_set_at(at) r ON r.partner_id = c.id
    WHERE c.n >= level AND (r.product_id IS NULL OR r.product_id = product) AND (r.bet_type_id IS NULL OR r.bet_type_id = bet_type) AND (r.currency IS NULL OR r.currency = money)
      AND NOT (c.n = level AND r.product_id IS NOT DISTINCT FROM product AND r.bet_type_id IS NOT DISTINCT FROM bet_type AND r.currency IS NOT DISTINCT FROM money)
    ORDER BY c.n, (r.product_id IS NOT NULL)::int + (r.bet_type_id IS NOT NULL)::int + (r.currency IS NOT NULL)::int DESC, r.product_id IS NOT NULL DESC, r.bet_type_id IS NOT NULL DESC LIMIT 1;
    IF NOT FOUND THEN RETURN NULL; END IF;
    IF to_jsonb(x) ->> part IS NOT NULL THEN RETURN to_jsonb(x) ->> part; END IF;
    level := x.n; product := x.product_id; bet_type := x.bet_type_id; money := x.currency;
  END LOOP;
END $$;

-- The rates in force at an instant, each whole; of a partner with another chain than its own (its own first) by that one.
CREATE FUNCTION commissions_at(at timestamptz, other int[]) RETURNS SETOF commissions LANGUAGE sql STABLE AS $$
  SELECT c.id, c.partner_id, c.product_id, c.bet_type_id, c.currency,
    coalesce(c.commission_kind, inherited_rate(CASE WHEN c.partner_id = other[1] THEN other ELSE ARRAY(SELECT a.ancestor_id FROM partner_ancestors a WHERE a.partner_id = c.partner_id ORDER BY a.depth) END,
      c.product_id, c.bet_type_id, c.currency, at, 'commission_kind'), 'VENTA'),
    coalesce(c.commission_percent, inherited_rate(CASE WHEN c.partner_id = other[1] THEN other ELSE ARRAY(SELECT a.ancestor_id FROM partner_ancestors a WHERE a.partner_id = c.partner_id ORDER BY a.depth) END,
      c.product_id, c.bet_type_id, c.currency, at, 'commission_percent')::numeric(7, 4), 0::numeric(7, 4)),
    coalesce(c.participation_kind, inherited_rate(CASE WHEN c.partner_id = other[1] THEN other ELSE ARRAY(SELECT a.ancestor_id FROM partner_ancestors a WHERE a.partner_id = c.partner_id ORDER BY a.depth) END,
      c.product_id, c.bet_type_id, c.currency, at, 'participation_kind'), 'COMPARTIDA'),
    coalesce(c.participation_percent, inherited_rate(CASE WHEN c.partner_id = other[1] THEN other ELSE ARRAY(SELECT a.ancestor_id FROM partner_ancestors a WHERE a.partner_id = c.partner_id ORDER BY a.depth) END,
      c.product_id, c.bet_type_id, c.currency, at, 'participation_percent')::numeric(7, 4), 0::numeric(7, 4)),
    c.starts_at, c.set_by, c.created_at, c.until
  FROM commissions c WHERE c.starts_at <= at AND (c.until IS NULL OR c.until > at)
    AND (c.commission_kind IS NOT NULL OR c.commission_percent IS NOT NULL OR c.participation_kind IS NOT NULL OR c.participation_percent IS NOT NULL)
$$;

CREATE OR REPLACE FUNCTION commissions_at(at timestamptz) RETURNS SETOF commissions LANGUAGE sql STABLE AS $$
  SELECT * FROM commissions_at(at, NULL)
$$;
