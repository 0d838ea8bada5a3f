-- What a fault of a workbook is found by, kept as it is compared: folded for every row at every search it was most of the
-- work. The parts stand on lines of their own, so that nothing is found across two of them.
ALTER TABLE network_faults ADD COLUMN search text GENERATED ALWAYS AS (
  translate(lower(value || E'\n' || "column" || E'\n' || message), 'áéíóúüñ', 'aeiouun')
) STORED;
