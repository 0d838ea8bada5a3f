/** Half a million payments of two years: a month's page with its sums, and two hundred confirmed at once. */
import { sql } from 'drizzle-orm'
import { payments } from '../../contract/payments.ts'
import { addDays } from '../../contract/values/dates.ts'
import {
  createPool,
  executor,
  transaction,
  type Executor,
  type Pool,
  type Tx,
} from '../../server/platform/db/connect.ts'
import { creditors } from '../../server/rules/books/creditors.ts'
import { seedDemo } from '../../server/seed/demo.ts'
import { demoPassword } from '../../server/seed/plan.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { answered, median, percentile, round, takeTurns, timeOf, timings, type Measured } from './measure.ts'

const as = { as: 'banca' }
const many = 500_000
const bulk = 200
const rounds = 5
const runs = 30

interface Paid {
  test: TestApp
  pool: Pool
  db: Executor
  today: string
}

/** `url` is an empty database. */
export async function benchPayments(url: string): Promise<Measured[]> {
  await seedDemo(url, { tickets: 5_000, days: 14, agencies: 1_000, offices: 1_000 })
  const pool = createPool(url, { max: 4 })
  const db = executor(pool)
  await addPayments(db)
  const test = await startApp(url, { password: demoPassword })
  try {
    const { today } = (await db.one<{ today: string }>(
      sql`SELECT (now() AT TIME ZONE zone)::date::text AS today FROM banca`,
    ))!
    const paid = { test, pool, db, today }
    return [await benchPage(paid), await benchBulk(paid)]
  } finally {
    await test.close()
    await pool.end()
  }
}

/** Of two years, evenly; of the last days some wait. */
async function addPayments(db: Executor): Promise<void> {
  await db.run(sql`
    INSERT INTO payments (partner_id, counterpart_id, payer_id, receiver_id, line, direction, "to", amount, currency, reference, paid_on,
      state, receipt_year, receipt_number, reporter_id, created_by, written_by, decided_by, decided_at, created_at, updated_at)
    SELECT debtor.partner_id, debtor.creditor_id, debtor.partner_id, debtor.creditor_id,
      ARRAY[debtor.partner_id, debtor.creditor_id], 'paga', 'responsable', 10 + n % 900, 'BS', 'R' || n, said.at::date, said.state,
      CASE WHEN said.state = 'confirmado' THEN 1900 END, CASE WHEN said.state = 'confirmado' THEN n END, debtor.partner_id, teller.id,
      teller.id, CASE WHEN said.state <> 'pendiente' THEN teller.id END,
      CASE WHEN said.state <> 'pendiente' THEN said.at END, said.at, said.at
    FROM generate_series(1, ${many}) n
    CROSS JOIN LATERAL (
      SELECT now() - (${many} - n) * interval '2 years' / ${many} AS at, CASE
        WHEN n > ${many} - 3000 THEN 'pendiente' WHEN n % 25 = 0 THEN 'rechazado' ELSE 'confirmado' END AS state
    ) said
    JOIN (
      SELECT creditor.*, row_number() OVER (ORDER BY creditor.partner_id) - 1 AS place, count(*) OVER () AS all_of_them
      FROM ${creditors} creditor JOIN partners agency ON agency.id = creditor.partner_id AND agency.type = 'agencia'
      WHERE creditor.until = 'infinity'
    ) debtor ON debtor.place = n % debtor.all_of_them
    CROSS JOIN (SELECT min(id) AS id FROM users) teller`)
  await db.run(sql`VACUUM ANALYZE payments`)
}

async function benchPage({ test, today }: Paid): Promise<Measured> {
  const query = { from: addDays(today, -59), to: addDays(today, -30), per_page: 50 }
  const call = async () => answered(await test.call(payments.list, { query } as never, as))
  const { total } = (await call()).body
  const taken = await timings(runs, call)
  return {
    work: `una página de los pagos de un mes, de ${many.toLocaleString('es-VE')} (${total.toLocaleString('es-VE')} filas)`,
    yardstick: '',
    reach: '≤ 30 ms',
    measured: `${round(median(taken))} ms, p95 ${round(percentile(taken, 0.95))}`,
    reached: median(taken) <= 30,
  }
}

const waiting = (db: Executor, offset: number) =>
  db.rows<{ id: number; version: number }>(sql`
    SELECT id, version FROM payments WHERE state = 'pendiente' ORDER BY id OFFSET ${offset} LIMIT ${bulk}`)

/** Confirmed by the call, against the statements alone that two hundred confirmations are. */
async function benchBulk({ test, pool, db }: Paid): Promise<Measured> {
  const taken = await takeTurns(
    {
      ours: async () => {
        const rows = await waiting(db, 0)
        return timeOf(async () => {
          const { body } = answered(await test.call(payments.many, { body: { action: 'confirm', rows } } as never, as))
          const failed = body.data.find(({ done }) => !done)
          if (failed) throw new Error(failed.text)
        })
      },
      bare: async () => {
        const rows = await waiting(db, bulk)
        return timeOf(() =>
          transaction(pool, async (tx) => {
            for (const { id } of rows) await confirmBare(tx, id)
          }),
        )
      },
    },
    rounds,
  )
  const [ours, bare] = [median(taken.ours), median(taken.bare)]
  return {
    work: `confirmar ${bulk} pagos de una vez`,
    yardstick: 'sus sentencias desnudas, una tras otra',
    reach: '≤ 2 veces',
    measured: `${round(ours / bare)} veces (${round(ours, 0)} contra ${round(bare, 0)} ms)`,
    reached: ours / bare <= 2,
  }
}

/** What a confirmation comes to: the state, the receipt, an entry, its two sides, their days, the log and who is told. */
async function confirmBare(tx: Tx, id: number): Promise<void> {
  await tx.run(sql`SAVEPOINT bare`)
  await tx.run(sql`
    INSERT INTO payment_receipts AS kept (receiver_id, year, last)
    SELECT receiver_id, 1901, 1 FROM payments WHERE id = ${id}
    ON CONFLICT (receiver_id, year) DO UPDATE SET last = kept.last + 1`)
  await tx.run(sql`
    UPDATE payments SET state = 'confirmado', receipt_year = 1901, receipt_number = id, version = version + 1, decided_at = now(),
      updated_at = now()
    WHERE id = ${id} AND state = 'pendiente' AND version = 1`)
  await tx.run(sql`
    INSERT INTO ledger_accounts (partner_id, kind, currency, sub)
    SELECT payment.partner_id, side.kind, payment.currency, side.sub
    FROM payments payment CROSS JOIN LATERAL (VALUES ('pagos', 0), ('liquidacion', payment.counterpart_id)) side(kind, sub)
    WHERE payment.id = ${id} ON CONFLICT DO NOTHING`)
  await tx.run(sql`
    WITH payment AS (SELECT * FROM payments WHERE id = ${id}), entry AS (
      INSERT INTO ledger_entries (day, kind, ref_kind, ref_id) SELECT current_date, 'pago', 'payment', id FROM payment RETURNING day, id
    ), posted AS (
      INSERT INTO ledger_postings (day, entry_id, account_id, amount, currency)
      SELECT entry.day, entry.id, account.id, CASE account.kind WHEN 'pagos' THEN payment.amount ELSE -payment.amount END, payment.currency
      FROM entry CROSS JOIN payment
      JOIN ledger_accounts account ON account.partner_id = payment.partner_id AND account.currency = payment.currency
        AND (account.kind, account.sub) IN (('pagos', 0), ('liquidacion', payment.counterpart_id))
      RETURNING account_id, day, amount
    )
    INSERT INTO ledger_days AS kept (account_id, day, debit, credit)
    SELECT account_id, day, greatest(amount, 0), greatest(-amount, 0) FROM posted
    ON CONFLICT (account_id, day) DO UPDATE SET debit = kept.debit + excluded.debit, credit = kept.credit + excluded.credit`)
  await tx.run(sql`
    INSERT INTO audit_log (action, entity, entity_id, before, after, significant)
    SELECT 'payments.confirm', 'payments', id::text, to_jsonb(payment), to_jsonb(payment), true FROM payments payment WHERE id = ${id}`)
  await tx.run(sql`
    INSERT INTO notifications (user_id, kind, title, text, level, key)
    SELECT person.id, 'pago', 'Pago confirmado', payment.amount::text, 'informa', 'bare' || payment.id
    FROM payments payment JOIN users person ON person.partner_id = payment.partner_id WHERE payment.id = ${id}`)
  await tx.run(sql`RELEASE SAVEPOINT bare`)
}
