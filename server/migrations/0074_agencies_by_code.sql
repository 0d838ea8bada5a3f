-- Names in other systems' files are looked up by code as they are by name: one by one, however many agencies there are.
CREATE INDEX partners_agency_code ON partners (lower(code)) WHERE type = 'agencia';
