/**
 * Books that somebody broke: each fault is made in whole books, so that sums of entries and days agree, and the
 * verification names a rule, a partner and a day all the same.
 */
import { sql, type SQL } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays, formatDay, weekday } from '../../contract/values/dates.ts'
import type { Tx } from '../../server/platform/db/connect.ts'
import { closeWeek } from '../../server/rules/books/close.ts'
import { reopenWeek } from '../../server/rules/books/reopen.ts'
import { correct } from '../../server/rules/award/correct.ts'
import { postAll } from '../../server/rules/ledger/post-all.ts'
import { verifyBooks, type Finding } from '../../server/rules/ledger/verify.ts'
import { sumLedger } from '../../server/seed/ledger.ts'
import { createDatabase, type TestDatabase } from '../support/postgres.ts'
import { createPast, type Past } from './figures.ts'

let database: TestDatabase
let past: Past
/** Sundays: both closed, of all; the second was closed, reopened and closed again, and has something late of the first. */
let first: string
let second: string

const animal = (number: string) => [{ place: '', number, sign: null }]
const signature = () => ({ by: past.world.user['banca']!, at: new Date(), today: past.world.today })
const close = (week: string) =>
  past.world.run((tx) => closeWeek(tx, { week, of: sql`true`, signature: { ...signature(), reason: 'Se cierra' } }))

async function sellWeek(sunday: string): Promise<number> {
  const { world } = past
  const [draw, other] = [await world.draw('LOTTO_ACTIVO'), await world.draw('LOTTO_ACTIVO')]
  for (const office of ['taquilla1', 'taquilla3'] as const)
    await past.sell(addDays(sunday, -4), '10:00', office, 'BS', [
      { draw, number: '7', stake: '100.00' },
      { draw, number: '5', stake: '1.00' },
      { draw: other, number: '8', stake: '2.00' },
    ])
  await past.prize(draw, addDays(sunday, -4), '15:00', animal('5'))
  await past.prize(other, addDays(sunday, -3), '15:00', animal('9'))
  await world.settle()
  return other
}

beforeAll(async () => {
  database = await createDatabase()
  past = await createPast(database.url)
  const { world } = past
  second = addDays(world.today, -weekday(world.today))
  first = addDays(second, -7)
  // Both distributors earn, the upper one on the lower one's too.
  await world.db.run(sql`
    INSERT INTO commissions (partner_id, commission_kind, commission_percent, participation_kind, participation_percent)
    VALUES (${world.partner.norte}, 'VENTA', 15, 'COMPARTIDA', 40), (${world.partner.sur}, 'VENTA', 13, 'COMPARTIDA', 35),
      (${world.partner.agencia1}, 'VENTA', 12, 'COMPARTIDA', 30), (${world.partner.agencia2}, 'VENTA', 12, 'COMPARTIDA', 30)`)
  const other = await sellWeek(first)
  await sellWeek(second)
  // A person's lines before the week was closed: of one agency to the other.
  await world.run((tx) =>
    postAll(tx, [
      {
        day: addDays(second, -2),
        kind: 'ajuste',
        ref_kind: 'batch',
        ref_id: 1,
        currency: 'BS',
        sides: [
          { partner_id: world.partner.agencia1, kind: 'ajustes', amount: '3.00' },
          { partner_id: world.partner.agencia2, kind: 'ajustes', amount: '-3.00' },
        ],
      },
    ]),
  )
  await close(first)
  // The first week's other draw comes out otherwise: late in the second.
  await world.run((tx) =>
    correct(tx, {
      draw_id: other,
      numbers: animal('8'),
      entered_by: null,
      confirmed_by: null,
      source: 'prueba',
      at: new Date(),
      reason: 'se leyó mal',
    }),
  )
  await world.settle()
  await close(second)
  const last = await world.db.one<{ id: number }>(sql`
    SELECT id FROM closings WHERE partner_id = ${world.partner.agencia1} AND week = ${second}`)
  await world.run((tx) => reopenWeek(tx, last!.id, { ...signature(), reason: 'Se reabre' }))
  await close(second)
})
afterAll(async () => {
  await past?.world.close()
  await database?.drop()
})

/** What is found after a change, which is undone again. What accounts have on each day follows from the postings. */
async function found(change: (tx: Tx) => Promise<unknown>, { days = true } = {}): Promise<Finding[]> {
  let findings: Finding[] = []
  await past.world
    .run(async (tx) => {
      await change(tx)
      if (days) {
        await tx.run(sql`DELETE FROM ledger_days`)
        await sumLedger(tx)
      }
      findings = await verifyBooks(tx)
      throw new Error('undone')
    })
    .catch((error: Error) => expect(error.message).toBe('undone'))
  return findings
}

/** A standing closing's id, by partner and Sunday. */
const closingOf = (partner: 'agencia1' | 'agencia2' | 'sur' | 'norte', week: string) =>
  sql`(SELECT id FROM closings WHERE partner_id = ${past.world.partner[partner]} AND week = ${week} AND reversed_at IS NULL)`
/** The one entry of a closing whose legs are of a partner. */
const entryOf = (closing: SQL, of: 'agencia1' | 'agencia2' | 'sur' | 'norte') => sql`(
  SELECT min(entry.id) FROM ledger_entries entry
  JOIN ledger_postings posting ON posting.day = entry.day AND posting.entry_id = entry.id
  JOIN ledger_accounts account ON account.id = posting.account_id
  WHERE entry.ref_kind = 'closing' AND entry.ref_id = ${closing} AND account.partner_id = ${past.world.partner[of]})`
const account = (partner_id: SQL | number, kind: string, sub: SQL | number = 0) => sql`(
  SELECT id FROM ledger_accounts WHERE partner_id = ${partner_id} AND kind = ${kind} AND currency = 'BS' AND sub = ${sub})`

const moved = (tx: Tx, entry: SQL, day: string) =>
  tx.run(sql`
    WITH one AS MATERIALIZED (SELECT ${entry} AS id),
    head AS (UPDATE ledger_entries SET day = ${day} WHERE id = (SELECT id FROM one))
    UPDATE ledger_postings SET day = ${day} WHERE entry_id = (SELECT id FROM one)`)
const removed = (tx: Tx, entry: SQL) =>
  tx.run(sql`
    WITH one AS MATERIALIZED (SELECT ${entry} AS id),
    sides AS (DELETE FROM ledger_postings WHERE entry_id = (SELECT id FROM one))
    DELETE FROM ledger_entries WHERE id = (SELECT id FROM one)`)

type Fault = [string, (tx: Tx) => Promise<unknown>, RegExp]
/** What a distributor earned in the second week, as its entry. */
const margin = (of: 'sur' | 'norte' = 'sur') => sql`(
  SELECT min(id) FROM ledger_entries WHERE kind = 'margen' AND ref_id = ${past.world.partner[of]} AND day > ${first})`
const wrongMargin = /^el margen de cada día es lo que/
const own = () => entryOf(closingOf('agencia1', second), 'agencia1')
const faults: Fault[] = [
  [
    'a closing’s entry with its signs turned',
    (tx) => tx.run(sql`UPDATE ledger_postings SET amount = -amount WHERE entry_id = ${own()}`),
    /^el saldo de cada cierre/,
  ],
  [
    'a closing on the wrong side: in what is paid, not in what was settled',
    (tx) =>
      tx.run(sql`
        UPDATE ledger_postings SET account_id = ${account(past.world.partner.agencia1, 'pagos')}
        WHERE entry_id = ${own()} AND amount < 0`),
    /^cada asiento de un cierre/,
  ],
  [
    'a closing’s entry on the day after its Sunday',
    (tx) => moved(tx, own(), addDays(second, 1)),
    /^cada asiento de un cierre/,
  ],
  [
    'a creditor’s leg on a day that it had closed',
    (tx) => moved(tx, entryOf(closingOf('agencia1', second), 'sur'), first),
    /^cada asiento de un cierre|^el saldo de cada cierre/,
  ],
  [
    'a closing that is owed to somebody else, on both its sides',
    async (tx) => {
      const { agencia1, sur, norte } = past.world.partner
      for (const kind of ['liquidacion', 'liquidado']) {
        await tx.run(
          sql`INSERT INTO ledger_accounts (partner_id, kind, currency, sub) VALUES (${agencia1}, ${kind}, 'BS', ${norte})`,
        )
        await tx.run(sql`
          UPDATE ledger_postings SET account_id = ${account(agencia1, kind, norte)}
          WHERE entry_id = ${own()} AND account_id = ${account(agencia1, kind, sur)}`)
      }
    },
    /^lo cerrado es lo ganado/,
  ],
  [
    'half of a closing’s entry',
    (tx) => tx.run(sql`DELETE FROM ledger_postings WHERE entry_id = ${own()} AND amount < 0`),
    /^cada asiento suma cero/,
  ],
  ['no entry of a closing', (tx) => removed(tx, own()), /^cada cierre deja en el libro/],
  [
    'nothing passed on to who answers',
    (tx) => removed(tx, entryOf(closingOf('agencia1', second), 'norte')),
    /^lo que los afiliados deben por sus cierres/,
  ],
  [
    'a closing’s entry posted twice',
    async (tx) => {
      await tx.run(sql`
        INSERT INTO ledger_entries (day, id, kind, ref_kind, ref_id, created_at, xid)
        SELECT day, 999999, kind, ref_kind, ref_id, created_at, xid FROM ledger_entries WHERE id = ${own()}`)
      await tx.run(sql`
        INSERT INTO ledger_postings (day, entry_id, account_id, amount, currency)
        SELECT day, 999999, account_id, amount, currency FROM ledger_postings
        WHERE entry_id = (SELECT min(id) FROM ledger_entries WHERE ref_kind = 'closing' AND ref_id = (
          SELECT ref_id FROM ledger_entries WHERE id = 999999) AND day = ${second})`)
    },
    /^cada cierre deja en el libro/,
  ],
  [
    'a closing that says more sales and as much more prizes',
    (tx) =>
      tx.run(
        sql`UPDATE closings SET sold = sold + 10, prizes = prizes + 10 WHERE id = ${closingOf('agencia1', first)}`,
      ),
    /^cada cierre dice lo que su semana/,
  ],
  [
    'a closing that says what was late as of its own week',
    (tx) =>
      tx.run(sql`UPDATE closings SET late = 0, prizes = prizes - late WHERE id = ${closingOf('agencia1', second)}`),
    /^cada cierre dice lo que su semana/,
  ],
  [
    'a closing that says another result and leaves another debt',
    (tx) =>
      tx.run(sql`
        UPDATE closings SET sold = sold + 10, total = total + 10, closing = closing + 10 WHERE id = ${closingOf('agencia1', second)}`),
    /^el saldo de cada cierre/,
  ],
  [
    'a closing that says more passed on and as much paid',
    (tx) =>
      tx.run(sql`
        UPDATE closings SET collected = collected + 5, total = total + 5, payments = payments + 5 WHERE id = ${closingOf('sur', second)}`),
    /^cada cierre dice lo que su semana/,
  ],
  [
    'a book that is closed a week less',
    (tx) => tx.run(sql`UPDATE partner_books SET closed_through = ${first} WHERE closed_through = ${second}`),
    /^un afiliado está cerrado hasta/,
  ],
  [
    'a book that is closed a week more',
    (tx) =>
      tx.run(sql`UPDATE partner_books SET closed_through = ${addDays(second, 7)} WHERE closed_through = ${second}`),
    /^un afiliado está cerrado hasta/,
  ],
  [
    'an adjustment that went from one closed week to the other',
    (tx) => moved(tx, sql`(SELECT id FROM ledger_entries WHERE ref_kind = 'batch')`, addDays(first, -2)),
    /^cada cierre dice lo que su semana/,
  ],
  [
    'a late entry that says to have been there before',
    (tx) => tx.run(sql`UPDATE ledger_entries SET xid = NULL WHERE kind = 'correccion'`),
    /^cada cierre dice lo que su semana/,
  ],
  [
    'a closing that saw everything up to now',
    (tx) => tx.run(sql`UPDATE closings SET cut = pg_current_snapshot() WHERE id = ${closingOf('agencia1', first)}`),
    /^cada cierre dice lo que su semana/,
  ],
  [
    'a closing that names another creditor',
    (tx) =>
      tx.run(
        sql`UPDATE closings SET creditor_id = ${past.world.partner.norte} WHERE id = ${closingOf('agencia1', second)}`,
      ),
    /^cada semana cerrada se debe a quien respondía/,
  ],
  [
    'somebody else who answered, said afterwards',
    (tx) =>
      tx.run(sql`
        UPDATE payment_responsibles SET responsible_id = ${past.world.partner.norte}
        WHERE partner_id = ${past.world.partner.agencia1}`),
    /^cada semana cerrada se debe a quien respondía/,
  ],
  [
    'a reopened closing that stands again, and the one after it reopened',
    async (tx) => {
      const own = sql`partner_id = ${past.world.partner.agencia1} AND week = ${second}`
      await tx.run(sql`
        UPDATE closings SET reversed_at = now(), reversal_reason = 'Se cambia' WHERE ${own} AND reversed_at IS NULL`)
      await tx.run(sql`
        UPDATE closings SET reversed_at = NULL, reversal_reason = NULL WHERE ${own} AND reversal_reason = 'Se reabre'`)
    },
    /^cada cierre deja en el libro/,
  ],
  [
    'a reopening that reversed nothing',
    (tx) => removed(tx, sql`(SELECT min(id) FROM ledger_entries WHERE kind = 'reapertura' AND day = ${second})`),
    /^cada cierre deja en el libro/,
  ],
  [
    'cash of a sale in the drawer of another agency',
    (tx) =>
      tx.run(sql`
        UPDATE ledger_postings SET account_id = ${account(past.world.partner.taquilla3, 'caja')}
        WHERE entry_id = (SELECT min(id) FROM ledger_entries WHERE kind = 'venta')
          AND account_id = ${account(past.world.partner.taquilla1, 'caja')}`),
    /^lo que cada afiliado tiene/,
  ],
  [
    'commission that another agency keeps',
    (tx) =>
      tx.run(sql`
        UPDATE ledger_postings SET account_id = ${account(past.world.partner.taquilla3, 'comision_por_pagar')}
        WHERE account_id = ${account(past.world.partner.taquilla1, 'comision_por_pagar')}`),
    /^lo que cada afiliado tiene/,
  ],
  [
    'a margin with its signs turned',
    (tx) => tx.run(sql`UPDATE ledger_postings SET amount = -amount WHERE entry_id = ${margin()}`),
    wrongMargin,
  ],
  ['a margin on the day after its sales', (tx) => moved(tx, margin(), addDays(second, -3)), wrongMargin],
  ['a margin in the week before', (tx) => moved(tx, margin(), addDays(second, -11)), wrongMargin],
  ['no margin', (tx) => removed(tx, margin()), wrongMargin],
  [
    'a margin that is posted twice',
    (tx) =>
      tx.run(sql`
        INSERT INTO ledger_postings (day, entry_id, account_id, amount, currency)
        SELECT day, entry_id, account_id, amount, currency FROM ledger_postings WHERE entry_id = ${margin()}`),
    wrongMargin,
  ],
  [
    'a margin that another distributor has',
    async (tx) => {
      const { sur, norte } = past.world.partner
      for (const kind of ['margen', 'margen_por_pagar'])
        await tx.run(sql`
          UPDATE ledger_postings SET account_id = ${account(norte, kind)}
          WHERE entry_id = ${margin()} AND account_id = ${account(sur, kind)}`)
    },
    wrongMargin,
  ],
  [
    'a margin that somebody else gets',
    (tx) =>
      tx.run(sql`
        UPDATE ledger_postings SET account_id = ${account(past.world.partner.norte, 'margen_por_pagar')}
        WHERE entry_id = ${margin()} AND amount < 0`),
    /^lo que cada afiliado tiene/,
  ],
  [
    'a part of a margin that is more than its lines come to',
    (tx) => tx.run(sql`UPDATE margin_parts SET amount = amount + 0.001 WHERE earner_id = ${past.world.partner.norte}`),
    /^lo que un distribuidor gana de cada agencia/,
  ],
  [
    'a rate of a distributor’s day that is gone',
    (tx) => tx.run(sql`DELETE FROM margin_rates WHERE partner_id = ${past.world.partner.sur}`),
    /^lo que un distribuidor gana de cada agencia/,
  ],
  [
    'a closing that says a margin as commission',
    (tx) =>
      tx.run(sql`
        UPDATE closings SET commission = commission + margin, margin = 0 WHERE id = ${closingOf('norte', second)}`),
    /^cada cierre dice lo que su semana/,
  ],
  [
    'a sale that is in the books twice',
    async (tx) => {
      await tx.run(sql`
        INSERT INTO ledger_postings (day, entry_id, account_id, amount, currency)
        SELECT day, entry_id, account_id, amount, currency FROM ledger_postings
        WHERE entry_id = (SELECT min(id) FROM ledger_entries WHERE kind = 'venta')`)
    },
    /^ventas, premios, comisión y participación/,
  ],
]

describe('the verification of books with closed weeks', () => {
  it('finds nothing where nothing is wrong, in what accounts have on each day either', async () => {
    expect(await found(async () => undefined)).toEqual([])
    const late = await past.world.db.rows(sql`SELECT 1 FROM closings WHERE late <> 0 AND reversed_at IS NULL`)
    expect(late.length).toBeGreaterThan(0)
  })

  it.each(faults)('finds %s', async (_what, change, rule) => {
    const findings = await found(change)
    expect(findings.map((one) => one.rule)).toEqual(expect.arrayContaining([expect.stringMatching(rule)]))
  })

  it('finds an amount that is changed in what an account has on a day', async () => {
    const findings = await found(
      (tx) =>
        tx.run(sql`
          UPDATE ledger_days SET debit = debit + 1, credit = credit + 1
          WHERE account_id = ${account(past.world.partner.taquilla1, 'caja')} AND day = ${addDays(second, -4)}`),
      { days: false },
    )
    expect(findings.map((one) => one.rule)).toEqual(['cada saldo diario es la suma de sus movimientos'])
  })

  it('says whose margin is wrong, and of when', async () => {
    expect(await found((tx) => removed(tx, margin()))).toEqual(
      expect.arrayContaining([
        {
          rule: 'el margen de cada día es lo que el distribuidor gana de sus agencias en la semana',
          rows: 1,
          first: `Distribuidor Sur, BS, ${formatDay(addDays(second, -4))}`,
        },
      ]),
    )
  })

  it('says whose and when the first is', async () => {
    const findings = await found((tx) =>
      tx.run(
        sql`UPDATE closings SET sold = sold + 10, prizes = prizes + 10 WHERE id = ${closingOf('agencia1', first)}`,
      ),
    )
    expect(findings).toEqual([
      {
        rule: 'cada cierre dice lo que su semana tenía al cerrarla',
        rows: 1,
        first: `Agencia Uno, BS, ${formatDay(first)}`,
      },
    ])
  })
})
