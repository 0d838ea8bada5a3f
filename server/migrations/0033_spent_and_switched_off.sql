-- A one-time password is spent by the first who enters with it. What a person's password was before is kept, hashed, so
-- that it is not chosen again: the last five of their own, and the last five that others gave them.
ALTER TABLE users
  ADD COLUMN one_time_spent_at timestamptz,
  ADD COLUMN former_passwords text[] NOT NULL DEFAULT '{}',
  ADD COLUMN former_one_times text[] NOT NULL DEFAULT '{}';

-- Whose people switched it off: who stands below that partner does not switch it on.
ALTER TABLE partners ADD COLUMN off_by int REFERENCES partners ON DELETE SET NULL;
ALTER TABLE users ADD COLUMN off_by int REFERENCES partners ON DELETE SET NULL;
ALTER TABLE payment_methods ADD COLUMN off_by int REFERENCES partners ON DELETE SET NULL;
ALTER TABLE partner_products ADD COLUMN off_by int REFERENCES partners ON DELETE SET NULL;
ALTER TABLE clients ADD COLUMN off_by int REFERENCES partners ON DELETE SET NULL;
CREATE INDEX partners_off_by ON partners (off_by) WHERE off_by IS NOT NULL;
CREATE INDEX users_off_by ON users (off_by) WHERE off_by IS NOT NULL;
CREATE INDEX payment_methods_off_by ON payment_methods (off_by) WHERE off_by IS NOT NULL;
CREATE INDEX partner_products_off_by ON partner_products (off_by) WHERE off_by IS NOT NULL;
CREATE INDEX clients_off_by ON clients (off_by) WHERE off_by IS NOT NULL;

UPDATE users SET one_time_spent_at = last_sign_in_at WHERE password_must_change AND last_sign_in_at >= password_changed_at;

-- Of what is off already the log tells who did it, by where they sit today. Where it does not, nobody is kept from it.
CREATE FUNCTION pg_temp.off_by(text[], text) RETURNS int LANGUAGE sql AS $$
  SELECT u.partner_id FROM audit_log l JOIN users u ON u.id = l.user_id
  WHERE l.entity = ANY ($1) AND l.entity_id = $2 AND l.after ->> 'status' = 'inactivo' AND l.before ->> 'status' IS DISTINCT FROM 'inactivo'
  ORDER BY l.id DESC LIMIT 1
$$;
UPDATE partners p SET off_by = pg_temp.off_by('{agencies,distributors,ticketOffices,partners}', p.id::text) WHERE p.status = 'inactivo';
UPDATE users u SET off_by = pg_temp.off_by('{users}', u.id::text) WHERE u.status = 'inactivo';
UPDATE payment_methods m SET off_by = pg_temp.off_by('{paymentMethods}', m.id::text) WHERE m.status = 'inactivo';
UPDATE clients c SET off_by = pg_temp.off_by('{clients}', c.id::text) WHERE c.status = 'inactivo';
DROP FUNCTION pg_temp.off_by(text[], text);
UPDATE partner_products x SET off_by = (
  SELECT u.partner_id FROM audit_log l JOIN users u ON u.id = l.user_id
  CROSS JOIN jsonb_build_array(jsonb_build_object('product_id', x.product_id, 'enabled', false)) off
  WHERE l.entity = 'betsConfigurations' AND (
    l.entity_id = x.partner_id::text AND l.after -> 'products' @> off AND (l.before -> 'products' @> off) IS NOT TRUE
    OR l.after -> 'change' @> jsonb_build_object('field', 'enabled', 'product_id', x.product_id, 'value', false)
      AND EXISTS (SELECT 1 FROM changed_rows c WHERE c.change_id = (l.after ->> 'change_id')::bigint AND c.partner_id = x.partner_id))
  ORDER BY l.id DESC LIMIT 1)
WHERE NOT x.enabled;
