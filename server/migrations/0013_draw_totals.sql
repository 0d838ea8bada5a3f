-- What a draw sold and gave in prizes at every level of the tree, by bet type: lines and sales from its award on, prizes
-- as they are given. A report over the days of the draw then need not add up every number of every draw.
CREATE TABLE draw_totals (
  day date NOT NULL,
  partner_id int NOT NULL,
  currency currency NOT NULL,
  draw_id int NOT NULL,
  bet_type_id smallint NOT NULL,
  sold numeric(16, 2) NOT NULL DEFAULT 0,
  prizes numeric(16, 2) NOT NULL DEFAULT 0,
  lines int NOT NULL DEFAULT 0,
  PRIMARY KEY (partner_id, currency, day, draw_id, bet_type_id)
);

-- Whoever counts shares the tree: with it alone nobody is half-way.
SELECT pg_advisory_xact_lock(7204122);

INSERT INTO draw_totals (day, partner_id, currency, draw_id, bet_type_id, sold, prizes, lines)
SELECT day, partner_id, currency, draw_id, bet_type_id, sum(sold), sum(prizes), sum(lines) FROM (
  SELECT d.day, s.partner_id, s.currency, d.id AS draw_id, s.bet_type_id, s.sold, 0 AS prizes, s.lines
  FROM draws d JOIN draw_sales s ON s.draw_id = d.id WHERE d.state = 'premiado' AND s.lines > 0
  UNION ALL
  SELECT d.day, a.ancestor_id, w.currency, d.id, w.bet_type_id, 0, w.prizes, 0
  FROM (
    SELECT p.draw_id, p.office_id, p.currency, l.bet_type_id, sum(p.amount) AS prizes
    FROM prizes p JOIN ticket_lines l ON l.day = p.ticket_day AND l.ticket_id = p.ticket_id AND l.n = p.line_n
    WHERE p.withdrawn_at IS NULL GROUP BY 1, 2, 3, 4
  ) w JOIN draws d ON d.id = w.draw_id JOIN partner_ancestors a ON a.partner_id = w.office_id
) counted GROUP BY 1, 2, 3, 4, 5;
