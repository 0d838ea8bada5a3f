-- An office that is tied to a device sells from that one alone; the first that comes in is the one.
ALTER TABLE ticket_offices ADD COLUMN binds_device boolean NOT NULL DEFAULT false;
UPDATE ticket_offices SET binds_device = true WHERE device_id IS NOT NULL;
CREATE INDEX ticket_offices_seen ON ticket_offices (last_seen_at DESC NULLS LAST, partner_id);
CREATE INDEX ticket_offices_commands ON ticket_offices (partner_id) WHERE pending_command IS NOT NULL;
-- Being tied is a rule of the sale as the device itself is; what is heard of a machine is not.
DROP TRIGGER touch_rules ON ticket_offices;
CREATE TRIGGER touch_rules AFTER INSERT OR UPDATE OF device_id, binds_device OR DELETE OR TRUNCATE ON ticket_offices FOR EACH STATEMENT EXECUTE FUNCTION touch_rules();
