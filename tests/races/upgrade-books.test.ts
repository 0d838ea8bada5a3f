/**
 * A whole banca of the version before the books, with every kind of thing that was there, is brought to this version
 * while a counter of that version sells: what everybody owes is what the postings come to by other code, what was written
 * stays as it was, and nobody who sells is held up.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { currencies } from '../../contract/values/currency.ts'
import { addDays } from '../../contract/values/dates.ts'
import { readMigrations, type MigrationPart } from '../../server/migrations/files.ts'
import { verifyAudit } from '../../server/platform/audit/chain.ts'
import { transaction, type Executor } from '../../server/platform/db/connect.ts'
import { award } from '../../server/rules/award/award.ts'
import { closeWeek } from '../../server/rules/books/close.ts'
import { verifyBooks } from '../../server/rules/ledger/verify.ts'
import { pay } from '../../server/rules/pay/pay.ts'
import { rebuildDays } from '../../server/rules/rollups/rebuild.ts'
import { settlePending } from '../../server/rules/settlement/settle.ts'
import { upgrade } from '../../server/upgrade.ts'
import { lastBefore, openBancaBefore, type BancaBefore } from '../support/banca-before.ts'
import { owedByPostings, toldDebts } from './books-owed.ts'

const since = readMigrations().filter(({ name }) => Number(name.slice(0, 4)) > lastBefore)

/** Who owes, by name. */
const debtors = (db: Executor) =>
  db.rows<{ id: number; name: string }>(
    sql`SELECT id, name FROM partners WHERE type IN ('agencia', 'distribuidor') ORDER BY id`,
  )

/** What everybody owes in each currency, in cents, as the postings say and as the product does. */
async function expectOwed(db: Executor, day: string): Promise<void> {
  const ids = (await debtors(db)).map(({ id }) => id)
  for (const currency of currencies) {
    const told = await toldDebts(db, ids, { from: day, to: day, currency })
    expect([currency, new Map([...told].map(([id, { debt }]) => [id, debt]))]).toEqual([
      currency,
      await owedByPostings(db, ids, day, currency),
    ])
  }
}

/** Everything that was posted, as it was written. */
const written = (db: Executor) =>
  db.one<{ entries: number; postings: number; all: string }>(sql`
    SELECT count(DISTINCT (entry.day, entry.id))::int AS entries, count(*)::int AS postings,
      md5(string_agg(concat_ws(' ', entry.day, entry.id, entry.kind, entry.ref_kind, entry.ref_id, entry.office_id, entry.memo,
        entry.created_at, posting.account_id, posting.amount, posting.currency), '; '
        ORDER BY entry.day, entry.id, posting.account_id, posting.amount)) AS all
    FROM ledger_entries entry JOIN ledger_postings posting ON posting.day = entry.day AND posting.entry_id = entry.id
    WHERE entry.id <= (SELECT id FROM posted_before)`)

describe('while a counter of that version sells', () => {
  let banca: BancaBefore
  let db: Executor
  let sunday: string
  const said: string[] = []
  beforeAll(async () => {
    banca = await openBancaBefore()
    db = banca.db
    sunday = addDays(banca.monday, -1)
    await db.run(sql`CREATE TABLE posted_before AS SELECT max(id) AS id FROM ledger_entries`)
  }, 120_000)
  afterAll(() => banca?.close())

  it('it is brought to this version, and says what that changed', async () => {
    const kept = await written(db)
    let isOver = false
    const selling = sellBeside(banca, () => isOver)
    const upgrading = upgrade(banca.database.url, (text) => said.push(text))
    // Whichever fails ends the other.
    const [sold] = await Promise.all([selling, upgrading.finally(() => (isOver = true))])
    expect(said).toEqual([
      'Saldo inicial de 3 agencias: deben Bs 355,99 y se les debe Bs 9.183,07.',
      'Saldo inicial de 2 agencias: deben $ 84,72 y se les debe $ 0,00.',
      'Saldo inicial de 3 agencias: deben COP $ 61.695,60 y se les debe COP $ 176.792,74.',
      'Premios sin cobrar, Pesos Colombianos: 5 premios sin céntimos, de COP $ 179.437,65 a COP $ 179.439,00.',
      'Liquidación sin céntimos, Pesos Colombianos: 6 unidades, comisión de COP $ 17.308,98 a COP $ 17.309,00, ' +
        'participación de COP $ 3.335,06 a COP $ 3.336,00.',
    ])
    expect(sold).toBeGreaterThan(5)
    expect(await written(db)).toEqual(kept)
  }, 120_000)

  it('everybody has one closing of the last Sunday, of all that was posted until then and nothing that came of it since', async () => {
    const owed = await db.rows(sql`
      SELECT coalesce(agency.id, owner.id) AS partner_id, account.currency::text AS currency, (-sum(posting.amount))::text AS owed
      FROM ledger_postings posting
      JOIN ledger_accounts account ON account.id = posting.account_id AND account.kind IN ('ventas', 'premios', 'comision',
        'participacion', 'ajustes', 'ventas_externas', 'premios_externos', 'comision_externa')
      JOIN partners owner ON owner.id = account.partner_id AND owner.type IN ('taquilla', 'agencia')
      LEFT JOIN partners agency ON agency.id = owner.father_id AND owner.type = 'taquilla'
      WHERE posting.entry_id <= (SELECT id FROM posted_before) AND posting.day <= ${sunday} GROUP BY 1, account.currency ORDER BY 1, 2`)
    expect(owed).toHaveLength(8)
    expect(
      await db.rows(sql`
        SELECT closing.partner_id, closing.currency::text AS currency, closing.closing::text AS owed
        FROM closings closing JOIN partners agency ON agency.id = closing.partner_id AND agency.type = 'agencia'
        WHERE closing.is_first AND closing.week = ${sunday} AND closing.margin = 0 ORDER BY 1, closing.currency::text`),
    ).toEqual(owed)
    expect(await db.rows(sql`SELECT 1 FROM closings WHERE NOT is_first OR week <> ${sunday}`)).toEqual([])
  })

  it('what was sold on other systems is held by its agency, and owed by its weeks', async () => {
    const sums = (amount: string) => sql.raw(`sum(${amount})::numeric(18,2)::text AS amount`)
    expect(
      await db.rows(sql`
        SELECT account.partner_id, ${sums('posting.amount')} FROM ledger_postings posting
        JOIN ledger_accounts account ON account.id = posting.account_id AND account.kind = 'externo' GROUP BY 1 ORDER BY 1`),
    ).toEqual(
      await db.rows(sql`
        SELECT agency_id AS partner_id, ${sums('sold - prizes - commission')} FROM external_entries
        WHERE replaced_by IS NULL GROUP BY 1 ORDER BY 1`),
    )
    expect(
      await db.rows(sql`
        SELECT account.partner_id FROM ledger_days ledger_day
        JOIN ledger_accounts account ON account.id = ledger_day.account_id AND account.kind = 'liquidacion' AND account.sub = 0
        WHERE ledger_day.debit <> ledger_day.credit`),
    ).toEqual([])
  })

  it('what everybody owes is what the postings come to, and all that must hold does', async () => {
    await settlePending(banca.pool)
    await transaction(banca.pool, (tx) => rebuildDays(tx, addDays(banca.monday, 7), addDays(banca.monday, 7)))
    expect(await verifyBooks(db)).toEqual([])
    expect((await verifyAudit(db)).broken_at).toBeNull()
    const rebuilt = await transaction(banca.pool, (tx) => rebuildDays(tx, addDays(banca.monday, -20), banca.monday))
    expect(rebuilt).toMatchObject({ corrected: 0 })
    for (const day of [addDays(sunday, -9), sunday, banca.monday, addDays(banca.monday, 7)]) await expectOwed(db, day)
    // What was paid in cents stays as it was; margins are of the weeks that follow.
    const cents = await db.rows(sql`
      SELECT DISTINCT state::text AS state FROM tickets WHERE currency = 'COP' AND prize <> round(prize)`)
    expect(cents).toEqual([{ state: 'pagado' }])
    const margins = await db.rows<{ day: string }>(sql`
      SELECT DISTINCT posting.day::text AS day FROM ledger_postings posting
      JOIN ledger_accounts account ON account.id = posting.account_id AND account.kind = 'margen' ORDER BY 1`)
    expect(margins.map(({ day }) => day)[0]).toBe(banca.monday)
  })

  it('a second start changes nothing', async () => {
    const state = () => db.one(sql`SELECT count(*)::int AS n, max(id) AS last FROM ledger_entries`)
    const [before, heard] = [await state(), said.length]
    await upgrade(banca.database.url, (text) => said.push(text))
    expect([await state(), said.length]).toEqual([before, heard])
  })

  it('it goes on as every banca does: what waited is drawn and paid, and the week is closed', async () => {
    const signature = { by: 1, at: new Date(), today: banca.monday, reason: 'Sin resultado' }
    const waiting = (await db.one<{ id: number }>(sql`
      SELECT id FROM draws WHERE state = 'activo' AND day = ${banca.monday} AND EXISTS (
        SELECT 1 FROM ticket_lines line WHERE line.draw_id = draws.id AND line.currency = 'COP')`))!
    const animal = [{ place: '', number: '5', sign: null }] as const
    await transaction(banca.pool, (tx) =>
      award(tx, {
        draw_id: waiting.id,
        numbers: [...animal],
        entered_by: null,
        confirmed_by: null,
        source: 'prueba',
        at: new Date(),
      }),
    )
    const due = await db.rows<{ day: string; id: string; code: string; office_id: number; prize: string }>(sql`
      SELECT day::text AS day, id, code, office_id, prize FROM tickets WHERE state = 'ganador' AND currency = 'COP' ORDER BY day, id`)
    // 2,003.00 × 25.55 is 51,176.65.
    expect(due.map(({ prize }) => prize)).toContain('51177.00')
    for (const { prize: _prize, ...ticket } of due)
      await transaction(banca.pool, (tx) => pay(tx, { ...ticket, by: 1, at: new Date(), today: banca.monday }))
    await settlePending(banca.pool)
    const { kept, closed } = await transaction(banca.pool, (tx) =>
      closeWeek(tx, { week: addDays(banca.monday, 6), of: sql`true`, signature }),
    )
    expect([kept, closed.length > 5]).toEqual([[], true])
    expect(await verifyBooks(db)).toEqual([])
    await expectOwed(db, addDays(banca.monday, 6))
  })
})

describe('on the way', () => {
  let banca: BancaBefore
  let client: pg.PoolClient
  /** Tables that grow with what is sold, and those without which nothing is. */
  const growing = [
    'tickets',
    'ticket_lines',
    'ledger_entries',
    'ledger_postings',
    'ledger_days',
    'prizes',
    'settlement_hours',
    'settled_hours',
    'settlement_weeks',
    'sales_days',
    'sales_hours',
    'product_days',
    'number_days',
    'draw_sales',
    'draw_totals',
    'jackpot_movements',
  ]
  const selling = [
    ...growing,
    'partners',
    'partner_ancestors',
    'ledger_accounts',
    'draws',
    'products',
    'banca',
    'rules_version',
    'unsettled',
  ]
  beforeAll(async () => {
    banca = await openBancaBefore()
    client = await banca.pool.connect()
  }, 120_000)
  afterAll(async () => {
    client?.release()
    await banca?.close()
  })

  /** Tables and months that a sale cannot write while this transaction has them, and those that grow of which it read or wrote anew. */
  const held = async () =>
    (
      await client.query<{ held: string[]; read: string[] }>(
        `WITH part AS (
           SELECT c.oid, c.relfilenode, coalesce(parent.relname, c.relname) AS name FROM pg_class c
           LEFT JOIN pg_inherits i ON i.inhrelid = c.oid LEFT JOIN pg_class parent ON parent.oid = i.inhparent
           WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p')
         )
         SELECT ARRAY(
           SELECT DISTINCT part.name::text FROM part JOIN pg_locks l ON l.relation = part.oid AND l.pid = pg_backend_pid()
           WHERE part.name = ANY ($1) AND (l.mode IN ('ExclusiveLock', 'AccessExclusiveLock')
             OR part.name = ANY ($2) AND l.mode IN ('ShareLock', 'ShareRowExclusiveLock'))
           ORDER BY 1) AS held,
         ARRAY(
           SELECT DISTINCT part.name::text FROM part JOIN at_first USING (oid)
           WHERE part.name = ANY ($2)
             AND (pg_stat_get_xact_tuples_returned(part.oid) > at_first.read OR part.relfilenode <> at_first.file)
           ORDER BY 1) AS read`,
        [selling, growing],
      )
    ).rows[0]!

  it('no migration reads what grows while it holds what a sale needs, and each may be begun anew after any of its parts', async () => {
    await client.query('CREATE TEMP TABLE at_first (oid oid, file oid, read bigint)')
    const wrong: string[] = []
    const once = async (name: string, { text, runs }: MigrationPart, n: number) => {
      if (runs === 'alone') await client.query(text)
      else
        for (let rows = 1; rows > 0; ) {
          await client.query(`BEGIN; TRUNCATE at_first;
            INSERT INTO at_first SELECT oid, relfilenode, pg_stat_get_xact_tuples_returned(oid) FROM pg_class`)
          rows = ((await client.query(text)).rowCount ?? 0) * Number(runs === 'until done')
          const found = await held()
          if (found.held.length > 0 && found.read.length > 0)
            wrong.push(`${name}, part ${n + 1}: holds ${found.held.join(', ')} and reads ${found.read.join(', ')}`)
          await client.query('COMMIT')
        }
    }
    for (const { name, parts } of since) {
      // A file of one part is done in one transaction, with the note that it is.
      const times = parts.length > 1 ? parts.length : 0
      for (let begun = 0; begun <= times; begun++)
        for (const [n, part] of parts.slice(0, begun === times ? parts.length : begun).entries())
          await once(name, part, n)
    }
    expect(wrong).toEqual([])
  })
})

/**
 * A counter of that version: sales as it wrote them, one after the other, each lock waited for no longer than a seller
 * bears. Answers how many. @throws where the database makes one of them wait for too long
 */
async function sellBeside({ pool, db, monday }: BancaBefore, isOver: () => boolean): Promise<number> {
  const day = addDays(monday, 7)
  const place = (await db.one<Omit<SaleBefore, 'day' | 'n' | 'draw_id'>>(sql`
    SELECT office.id AS office_id, office.father_id AS agency_id, cash.id AS cash, sales.id AS sales, unit.product_id, unit.rate_id
    FROM partners office
    JOIN ledger_accounts cash ON cash.partner_id = office.id AND cash.kind = 'caja' AND cash.currency = 'BS'
    JOIN ledger_accounts sales ON sales.partner_id = office.id AND sales.kind = 'ventas' AND sales.currency = 'BS'
    CROSS JOIN LATERAL (
      SELECT product_id, rate_id FROM ticket_lines line WHERE line.office_id = office.id AND line.currency = 'BS' LIMIT 1
    ) unit
    WHERE office.type = 'taquilla' ORDER BY office.id LIMIT 1`))!
  const draw = (await db.one<{ id: number }>(sql`
    INSERT INTO draws (product_id, day, scheduled_at, opens_at, closes_at)
    VALUES (${place.product_id}, ${day}, now() + interval '9 days', now(), now() + interval '8 days') RETURNING id`))!
  const client = await pool.connect()
  let sold = 0
  try {
    await client.query(`SET lock_timeout = '2s'`)
    for (; !isOver(); await sleep(1)) {
      const done = await sellOnce(client, { ...place, day, draw_id: draw.id, n: sold + 1 }).catch(
        async (fault: unknown) => {
          await client.query('ROLLBACK')
          // As its server does: what met another in a circle is done again.
          if ((fault as { code?: string }).code !== '40P01') throw fault
          return false
        },
      )
      sold += Number(done)
    }
    return sold
  } finally {
    client.release(true)
  }
}

interface SaleBefore {
  day: string
  n: number
  office_id: number
  agency_id: number
  cash: number
  sales: number
  draw_id: number
  product_id: number
  rate_id: number
}

async function sellOnce(
  client: pg.PoolClient,
  { day, n, office_id, agency_id, cash, sales, draw_id, product_id, rate_id }: SaleBefore,
) {
  const [id] = (await client.query<{ id: string }>(`SELECT nextval('ticket_ids') AS id`)).rows
  await client.query('BEGIN')
  await client.query('SELECT 1 FROM banca, rules_version FOR KEY SHARE OF rules_version')
  await client.query(
    `INSERT INTO tickets (day, id, serial, code, office_id, seller_id, currency, total, potential, pending_lines, sold_at,
       first_close_at, annul_before, expires_on, content_hash)
     SELECT $1, $2, $3, 'clave', $4, 1, 'BS', 2, 60, 1, now(), now(), now(), $1::date + 60, $5`,
    [day, id!.id, `de antes ${n}`, office_id, n],
  )
  await client.query(
    `INSERT INTO ticket_lines (day, ticket_id, n, draw_id, product_id, bet_type_id, office_id, currency, number, stake, multiplier, rate_id)
     SELECT $1, $2, 1, $3, $4, bet_type_id, $5, 'BS', '5', 2, 30, $6
     FROM product_bet_types WHERE product_id = $4 ORDER BY bet_type_id LIMIT 1`,
    [day, id!.id, draw_id, product_id, office_id, rate_id],
  )
  await client.query(
    `INSERT INTO unsettled (agency_id, currency, product_id, rate_id, week) SELECT $1, 'BS', $2, $3, week_of($4)`,
    [agency_id, product_id, rate_id, day],
  )
  await client.query(
    `WITH entry AS (
       INSERT INTO ledger_entries (day, kind, ref_kind, ref_id, office_id) VALUES ($1, 'venta', 'ticket', $2, $3) RETURNING id
     ), side (account_id, debit, credit) AS (VALUES ($4::int, 2, 0), ($5::int, 0, 2)), daily AS (
       INSERT INTO ledger_days AS kept (account_id, day, debit, credit) SELECT account_id, $1::date, debit, credit FROM side ORDER BY 1
       ON CONFLICT (account_id, day) DO UPDATE SET debit = kept.debit + excluded.debit, credit = kept.credit + excluded.credit
     )
     INSERT INTO ledger_postings (day, entry_id, account_id, amount, currency)
     SELECT $1, entry.id, side.account_id, side.debit - side.credit, 'BS' FROM entry, side`,
    [day, id!.id, office_id, cash, sales],
  )
  await client.query('COMMIT')
  return true
}
