-- What a payment and a conversion were worth keeps the exchange rate of its instant, as a ticket does. Of what was before nothing
-- is said: nobody knows by which rate it was agreed.
ALTER TABLE payments ADD COLUMN IF NOT EXISTS rate numeric(18, 6);
ALTER TABLE ledger_entries ADD COLUMN IF NOT EXISTS rate numeric(18, 6);
