import { sql } from 'drizzle-orm'
import { startEmbedded, ensureDatabase } from '@server/db/embedded.ts'
import { migrate } from '@server/db/migrate.ts'
import { createPool, executor, transaction } from '@server/db/connect.ts'
import { loadCatalogue } from '@server/db/seed/load-catalogue.ts'
import { products } from '@server/db/seed/catalogue.ts'
import { loadLocations } from '@server/db/seed/locations.ts'
import { fillDays } from '@server/rollups/rebuild.ts'
import { addDays } from '@contract/values/dates.ts'
import { writeFileSync } from 'node:fs'
const server = await startEmbedded({ dataDir: '/tmp/kpi/data', settings: { shared_buffers: '512MB', fsync: 'off', max_wal_size: '8GB', maintenance_work_mem: '512MB' } as never })
const N = Number(process.argv[2] ?? 5_000_000)
const name = `big${N}`
await ensureDatabase(server.url('postgres'), name)
const url = server.url(name)
writeFileSync(`/tmp/kpi/url-${N}`, url)
await migrate(url)
const pool = createPool(url, { statement_timeout_ms: 0 }); const db = executor(pool)
const today = new Date(Date.now() - 4 * 3600e3).toISOString().slice(0, 10)
const zone = 'America/Caracas'
await db.run(sql`INSERT INTO banca (name, country_iso2, zone, currencies) VALUES ('Banca', 'VE', ${zone}, '{BS,USD,COP}')`)
await loadLocations(db); await loadCatalogue(db, products)
await db.run(sql`INSERT INTO partners (id, father_id, type, code, name, name_key, country_iso2, currencies) VALUES (1, null, 'banca', 'B', 'Banca', 'banca', 'VE', '{BS,USD,COP}')`)
await db.run(sql`INSERT INTO partners (id, father_id, type, code, name, name_key, country_iso2, currencies) SELECT 1+n, CASE WHEN n > 8 THEN n - 7 ELSE 1 END, 'distribuidor', 'D'||n, 'Dist '||n, 'dist '||n, 'VE', '{BS,USD,COP}' FROM generate_series(1,12) n`)
await db.run(sql`INSERT INTO partners (id, father_id, type, code, name, name_key, country_iso2, currencies) SELECT 100+n, 2 + n % 12, 'agencia', 'A'||n, 'Agencia '||n, 'agencia '||n, 'VE', '{BS,USD,COP}' FROM generate_series(1,200) n`)
await db.run(sql`INSERT INTO partners (id, father_id, type, code, name, name_key, country_iso2, currencies) SELECT 1000+n, 101 + n % 200, 'taquilla', 'T'||n, 'Taquilla '||n, 'taquilla '||n, 'VE', '{BS,USD,COP}' FROM generate_series(1,500) n`)
await db.run(sql`WITH RECURSIVE up AS (SELECT id AS partner_id, id AS ancestor_id, 0 AS depth, type, father_id FROM partners UNION ALL SELECT u.partner_id, p.id, u.depth+1, u.type, p.father_id FROM up u JOIN partners p ON p.id = u.father_id) INSERT INTO partner_ancestors SELECT partner_id, ancestor_id, depth, type FROM up`)
await db.run(sql`INSERT INTO frozen_rates (commission_kind, commission_percent, participation_kind, participation_percent) VALUES ('VENTA', 12, 'COMPARTIDA', 30)`)
await db.run(sql`INSERT INTO users (id, username, name, password_hash, role, partner_id) VALUES (1, 'banca', 'Banca', 'x', 'ADMIN_BANCA', 1)`)
const D = 31
for (let d = 0; d < D; d++) {
  const day = addDays(today, d - D + 1)
  const t0 = performance.now()
  await db.run(sql`INSERT INTO draws (product_id, day, scheduled_at, opens_at, closes_at, state)
    SELECT p.id, ${day}::date, (${day}::date + h.at) AT TIME ZONE ${zone}, (${day}::date + h.at) AT TIME ZONE ${zone} - interval '20 hours', (${day}::date + h.at) AT TIME ZONE ${zone} - interval '5 min', 'activo'
    FROM products p CROSS JOIN LATERAL (SELECT make_interval(hours => h) AS at FROM generate_series(8, 19, CASE WHEN p.kind = 'animalitos' THEN 1 ELSE 3 END) h) h WHERE p.kind IN ('animalitos', 'triples')`)
  const n = Math.round(N / (D - 0.5)) * (d === D - 1 ? 0.5 : 1) | 0
  const base = BigInt(d) * 10_000_000n + 1n
  await db.run(sql`INSERT INTO ticket_lines (day, ticket_id, n, draw_id, product_id, bet_type_id, office_id, currency, number, stake, multiplier, rate_id)
    SELECT ${day}::date, ${base}::bigint + i / 4, 1 + i % 4, d.id, d.product_id, CASE WHEN x.animal THEN 1 ELSE 2 + i % 3 END, 1001 + abs(hashint8(${base}::bigint + i / 4)) % 500, (CASE abs(hashint8(i / 4)) % 10 WHEN 0 THEN 'USD' WHEN 1 THEN 'COP' ELSE 'BS' END)::currency,
      CASE WHEN x.animal THEN (1 + floor(random() * 36))::int::text ELSE lpad(floor(random() * 1000)::int::text, 3, '0') END, (1 + floor(random() * 20))::int * 5, CASE WHEN x.animal THEN 30 ELSE 600 END, 1
    FROM (SELECT array_agg(d.id) FILTER (WHERE p.kind = 'animalitos') a, array_agg(d.id) FILTER (WHERE p.kind = 'triples') t FROM draws d JOIN products p ON p.id = d.product_id WHERE d.day = ${day}) arr,
      generate_series(0, ${4 * n - 1}) i CROSS JOIN LATERAL (SELECT random() < 0.75 AS animal, random() AS r, i) x
      JOIN draws d ON d.id = CASE WHEN x.animal THEN arr.a[1 + floor(x.r * cardinality(arr.a))::int] ELSE arr.t[1 + floor(x.r * cardinality(arr.t))::int] END
    WHERE i >= 0`)
  if (d < D - 1) {
    await db.run(sql`WITH r AS (INSERT INTO results (draw_id, product_id, awarded_at) SELECT id, product_id, now() FROM draws WHERE day = ${day} RETURNING id, draw_id, product_id)
      , n AS (INSERT INTO result_numbers (result_id, place, number) SELECT r.id, CASE WHEN p.kind = 'animalitos' THEN '' ELSE x END, CASE WHEN p.kind = 'animalitos' THEN (1 + floor(random() * 36))::int::text ELSE lpad(floor(random()*1000)::int::text, 3, '0') END FROM r JOIN products p ON p.id = r.product_id CROSS JOIN unnest(CASE WHEN p.kind = 'animalitos' THEN '{A}'::text[] ELSE '{A,B,C}'::text[] END) x)
      UPDATE draws SET state = 'premiado', result_id = r.id FROM r WHERE r.draw_id = draws.id`)
    await db.run(sql`UPDATE ticket_lines l SET state = 'ganadora', prize = l.stake * l.multiplier FROM draws d JOIN result_numbers n ON n.result_id = d.result_id WHERE d.day = ${day} AND l.day = ${day} AND l.draw_id = d.id AND l.number = n.number AND (n.place = '' OR n.place = chr(63 + l.bet_type_id))`)
    await db.run(sql`INSERT INTO prizes (ticket_day, ticket_id, line_n, draw_id, result_id, office_id, currency, amount) SELECT l.day, l.ticket_id, l.n, l.draw_id, d.result_id, l.office_id, l.currency, l.prize FROM ticket_lines l JOIN draws d ON d.id = l.draw_id WHERE l.day = ${day} AND l.state = 'ganadora'`)
  }
  await db.run(sql`INSERT INTO tickets (day, id, serial, code, office_id, seller_id, currency, total, potential, commission, prize, state, pending_lines, sold_at, first_close_at, annul_before, expires_on, content_hash)
    SELECT ${day}::date, ticket_id, substr(md5(ticket_id::text), 1, 10), 'x', min(office_id), 1, min(currency::text)::currency, sum(stake), sum(stake*multiplier), sum(stake) * 0.12, sum(prize), CASE WHEN sum(prize) > 0 THEN 'ganador' WHEN ${d < D - 1} THEN 'perdedor' ELSE 'vendido' END::ticket_state, 0,
     (${day}::date + interval '7 hours') AT TIME ZONE ${zone} + make_interval(secs => (ticket_id - ${base}::bigint) * 43200.0 / ${n * (d === D - 1 ? 2 : 1)}), now(), now(), ${day}::date + 5, 1
    FROM ticket_lines WHERE day = ${day} GROUP BY ticket_id ORDER BY ticket_id`)
  console.log(day, n, Math.round(performance.now() - t0))
}
await db.run(sql`VACUUM ANALYZE`)
let t = performance.now()
for (let d = 0; d < D; d++) { const day = addDays(today, d - D + 1); await transaction(pool, async (tx) => { await tx.run(sql`SELECT set_config('work_mem','256MB',true)`); await fillDays(tx, day, day) }) ; console.log('filled', day, Math.round(performance.now() - t)) }
await db.run(sql`VACUUM ANALYZE`)
await pool.end()
console.log('DONE')
if (process.argv[3] === 'stay') setInterval(() => {}, 1e6); else await server.stop()
