-- Where a currency has no cents nobody can pay them: prizes, commission and participation are rounded to what there are
-- coins for, here once for all. What stood in cents before is put right when the migrations are through.
CREATE OR REPLACE FUNCTION currency_decimals(money currency) RETURNS int
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE money WHEN 'COP' THEN 0 ELSE 2 END;

-- An amount as it can be paid in a currency, half away from zero.
CREATE OR REPLACE FUNCTION round_money(amount numeric, money currency) RETURNS numeric
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN round(round(amount, currency_decimals(money)), 2);

-- What a stake wins by a multiplier.
CREATE OR REPLACE FUNCTION prize_of(stake numeric, multiplier numeric, money currency) RETURNS numeric
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN round_money(stake * multiplier, money);

-- Those of the same names without a currency stay for servers of the version before, as long as they go on.
CREATE OR REPLACE FUNCTION line_potential(stake numeric, multiplier numeric, place_multipliers numeric[], money currency) RETURNS numeric
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE WHEN place_multipliers IS NULL THEN prize_of(stake, multiplier, money)
    ELSE (SELECT sum(prize_of(stake, place, money)) FROM unnest(place_multipliers) AS place) END;
CREATE OR REPLACE FUNCTION settle_commission(kind text, percent numeric, sold numeric, prizes numeric, money currency) RETURNS numeric
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN round_money(CASE WHEN kind = 'VENTA' THEN sold ELSE greatest(sold - prizes, 0) END * percent * 0.01, money);
CREATE OR REPLACE FUNCTION settle_participation(kind text, percent numeric, carried numeric, profit numeric, money currency) RETURNS numeric
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN round_money(CASE kind WHEN 'COMPARTIDA' THEN profit WHEN 'SOLO_POSITIVA' THEN greatest(profit, 0)
    ELSE greatest(carried + profit, 0) END * percent * 0.01, money);

-- What is posted from this instant on has no cents where there are none. Of a banca that was there before: not yet, until
-- what it has in cents is put right.
ALTER TABLE banca ADD COLUMN IF NOT EXISTS whole_money_since timestamptz NOT NULL DEFAULT '-infinity';
UPDATE banca SET whole_money_since = 'infinity';

-- A polla is paid for with coins too.
UPDATE products SET settings = jsonb_set(settings, '{polla,price,COP}',
  to_jsonb(greatest(round_money((settings #>> '{polla,price,COP}')::numeric, 'COP'), 1.00)::text))
WHERE (settings #>> '{polla,price,COP}')::numeric % 1 <> 0;
