-- alone
-- Which changes over many touched an affiliate, and the row of the log that tells of each: asked for an affiliate, the log
-- answers them too. The first index also cuts a change's page to one affiliate's rows, in their order. Both tables may be
-- large by now, and are written to while the indexes are made.
DROP INDEX CONCURRENTLY IF EXISTS changed_rows_partner;
--> statement-breakpoint
-- alone
CREATE INDEX CONCURRENTLY changed_rows_partner ON changed_rows (partner_id, change_id, id);
--> statement-breakpoint
-- alone
DROP INDEX CONCURRENTLY IF EXISTS audit_log_change;
--> statement-breakpoint
-- alone
CREATE INDEX CONCURRENTLY audit_log_change ON audit_log (((after->>'change_id')::bigint))
  WHERE action IN ('quotas.global', 'commissions.global', 'betsConfigurations.global') AND after ? 'change_id';
