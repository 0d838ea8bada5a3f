-- A move takes the agency's figures along, those of past days too. Agencies that moved before this left their past
-- days with the old father, so that of another move it would give up what it never had. What the levels hold that an
-- agency came to or left, as the audit log tells, and those above them, is added up anew from the rows of their
-- offices, which no move ever changed. Whoever counts shares the tree: with it alone nobody is half-way.
SELECT pg_advisory_xact_lock(7204122);

CREATE TEMPORARY TABLE moved_levels ON COMMIT DROP AS
SELECT DISTINCT p.id AS partner_id
FROM audit_log l CROSS JOIN LATERAL (VALUES (l.before ->> 'father_id'), (l.after ->> 'father_id')) AS f(id)
JOIN partner_ancestors up ON up.partner_id = f.id::int
JOIN partners p ON p.id = up.ancestor_id AND p.type = 'distribuidor'
WHERE l.entity = 'agencies' AND l.before ->> 'father_id' <> l.after ->> 'father_id';

CREATE TEMPORARY TABLE moved_offices ON COMMIT DROP AS
SELECT m.partner_id, a.partner_id AS office_id
FROM moved_levels m JOIN partner_ancestors a ON a.ancestor_id = m.partner_id AND a.partner_type = 'taquilla';
ANALYZE moved_offices;

DELETE FROM draw_sales WHERE partner_id IN (SELECT partner_id FROM moved_levels);
INSERT INTO draw_sales (draw_id, partner_id, bet_type_id, number, currency, sold, liability, lines)
SELECT s.draw_id, o.partner_id, s.bet_type_id, s.number, s.currency, sum(s.sold), sum(s.liability), sum(s.lines)
FROM moved_offices o JOIN draw_sales s ON s.partner_id = o.office_id GROUP BY 1, 2, 3, 4, 5;

DELETE FROM number_days WHERE partner_id IN (SELECT partner_id FROM moved_levels);
INSERT INTO number_days (day, partner_id, currency, product_id, bet_type_id, number, sold, lines)
SELECT s.day, o.partner_id, s.currency, s.product_id, s.bet_type_id, s.number, sum(s.sold), sum(s.lines)
FROM moved_offices o JOIN number_days s ON s.partner_id = o.office_id GROUP BY 1, 2, 3, 4, 5, 6;

DELETE FROM sales_hours WHERE partner_id IN (SELECT partner_id FROM moved_levels);
INSERT INTO sales_hours (day, partner_id, currency, hour, shard, sold, prizes, commission, tickets)
SELECT s.day, o.partner_id, s.currency, s.hour, s.shard, sum(s.sold), sum(s.prizes), sum(s.commission), sum(s.tickets)
FROM moved_offices o JOIN sales_hours s ON s.partner_id = o.office_id GROUP BY 1, 2, 3, 4, 5;

DELETE FROM product_days WHERE partner_id IN (SELECT partner_id FROM moved_levels);
INSERT INTO product_days (day, partner_id, currency, product_id, bet_type_id, shard, sold, prizes, commission, participation, lines)
SELECT s.day, o.partner_id, s.currency, s.product_id, s.bet_type_id, s.shard, sum(s.sold), sum(s.prizes), sum(s.commission), sum(s.participation), sum(s.lines)
FROM moved_offices o JOIN product_days s ON s.partner_id = o.office_id GROUP BY 1, 2, 3, 4, 5, 6;
