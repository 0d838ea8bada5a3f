-- alone
-- What many partners owe is read day by day, not account by account. Counters write while the index is made.
DROP INDEX CONCURRENTLY IF EXISTS ledger_days_day;
--> statement-breakpoint
-- alone
CREATE INDEX CONCURRENTLY ledger_days_day ON ledger_days (day);
