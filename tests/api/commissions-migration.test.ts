/** A database from before rates started at an instant: those it has hold as if they always had. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { repository } from '../../server/platform/repository.ts'
import { openCounter } from './sale-setup.ts'

const counter = openCounter()

it('keeps every rate of a database with data, in force since ever', async () => {
  const { db, run } = counter.world
  const text = readFileSync(join(repository, 'server/migrations/0019_commission_starts.sql'), 'utf8')
  const rates = sql`
    id, partner_id, product_id, bet_type_id, currency, commission_kind, commission_percent, participation_kind,
    participation_percent`
  const before = await db.rows(sql`SELECT ${rates} FROM commissions ORDER BY id`)
  expect(before.length).toBeGreaterThan(0)
  await run((tx) =>
    tx.run(
      sql.raw(`
        DROP TRIGGER keep_begun
          ON commissions; DROP FUNCTION keep_begun_commissions; DROP FUNCTION commissions_at(timestamptz); DROP FUNCTION
            refuse_late;
      ALTER TABLE commissions DROP COLUMN starts_at, DROP COLUMN set_by, DROP COLUMN created_at,
        ALTER COLUMN commission_kind SET NOT NULL, ALTER COLUMN commission_percent SET NOT NULL,
        ALTER COLUMN participation_kind SET NOT NULL, ALTER COLUMN participation_percent SET NOT NULL,
        ADD UNIQUE NULLS NOT DISTINCT (partner_id, product_id, bet_type_id, currency)`),
    ),
  )
  await run((tx) => tx.run(sql.raw(text)))
  expect(await db.rows(sql`SELECT ${rates} FROM commissions_at('1970-01-01') ORDER BY id`)).toEqual(before)
})

it('says until when each rate held that a database had already', async () => {
  const { db, run } = counter.world
  const text = readFileSync(join(repository, 'server/migrations/0023_commissions_until.sql'), 'utf8')
  await db.run(sql`
    INSERT INTO commissions (partner_id, commission_kind, commission_percent, participation_kind, participation_percent, starts_at)
    SELECT p.id, 'VENTA', n, 'COMPARTIDA', 0, '2026-01-01'::timestamptz + n * interval '1 day'
    FROM partners p, generate_series(1, 3) n
    WHERE p.type = 'agencia'`)
  const rates = () => db.rows(sql`SELECT id, until FROM commissions ORDER BY id`)
  const before = await rates()
  expect(before.filter((row) => (row as { until: string | null }).until !== null).length).toBeGreaterThan(3)
  await run((tx) =>
    tx.run(
      sql.raw(`DROP TRIGGER follow_added ON commissions; DROP TRIGGER follow_removed ON commissions; DROP FUNCTION follow_commissions;
      ALTER TABLE commissions DROP COLUMN until`),
    ),
  )
  await run((tx) => tx.run(sql.raw(text)))
  expect(await rates()).toEqual(before)
})
