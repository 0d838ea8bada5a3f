-- As `refuse_unless`, for a statement that nobody waits for: unless the condition holds, all of its transaction is undone
-- and done again by looking.
CREATE FUNCTION again_unless(holds boolean, what text) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  IF holds IS NOT TRUE THEN RAISE EXCEPTION USING ERRCODE = '40001', MESSAGE = what; END IF;
  RETURN true;
END $$;
