-- alone
-- What everybody owes is read of all accounts of a currency that earn or owe, a third of the table: by their keys alone.
DROP INDEX CONCURRENTLY IF EXISTS ledger_accounts_currency;
--> statement-breakpoint
-- alone
CREATE INDEX CONCURRENTLY ledger_accounts_currency ON ledger_accounts (currency, kind, partner_id) INCLUDE (id);
