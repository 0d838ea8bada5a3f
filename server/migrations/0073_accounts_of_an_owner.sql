-- alone
-- What earns and owes is looked up by whose it is: the kinds of one owner beside one another are found with one search.
DROP INDEX CONCURRENTLY IF EXISTS ledger_accounts_owner;
--> statement-breakpoint
-- alone
CREATE INDEX CONCURRENTLY ledger_accounts_owner ON ledger_accounts (currency, partner_id, kind) INCLUDE (id);
--> statement-breakpoint
-- alone
DROP INDEX CONCURRENTLY IF EXISTS ledger_accounts_currency;
