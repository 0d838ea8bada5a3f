-- Whose people set a quota: who stands below that partner may lower it, and neither raises nor lifts it. Of those that are
-- set already nobody is known, and nobody is kept from them.
ALTER TABLE regular_quotas ADD COLUMN set_by int REFERENCES partners ON DELETE SET NULL;
CREATE INDEX regular_quotas_set_by ON regular_quotas (set_by) WHERE set_by IS NOT NULL;
