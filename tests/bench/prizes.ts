/** Paying, annulling and awarding through the rules, against bare statements that change the same rows. */
import { sql } from 'drizzle-orm'
import { list, type Tx } from '../../server/platform/db/connect.ts'
import { award } from '../../server/rules/award/award.ts'
import { pay } from '../../server/rules/pay/pay.ts'
import { annul } from '../../server/rules/sale/annul.ts'
import { sell, type SaleKeys } from '../../server/rules/sale/sell.ts'
import { betTypeId, type World } from '../support/world.ts'
import { median, rivalTimings, round, takeTurns, type Measured } from './measure.ts'

const animal = betTypeId('ANIMALITO')
const pairs = 300
const awardedRounds = 3

export async function benchPrizes(world: World, offices: readonly number[]): Promise<Measured[]> {
  return [await benchPay(world, offices[0]!), await benchAnnul(world, offices[0]!), await benchAward(world, offices)]
}

const now = () => ({ at: new Date() })

function sellMany(world: World, office_id: number, draw_id: number, count: number): Promise<SaleKeys[]> {
  const one = () =>
    world.run((tx) =>
      sell(tx, {
        office_id,
        seller_id: world.user['taquilla']!,
        currency: 'BS',
        lines: [{ draw_id, bet_type_id: animal, number: '5', stake: '1.00' }],
        confirm_repeated: true,
        ...now(),
        day: world.today,
      }),
    )
  return Array.from({ length: count }).reduce<Promise<SaleKeys[]>>(
    async (before) => [...(await before), await one()],
    Promise.resolve([]),
  )
}

function awardDraw(world: World, draw_id: number, number: string) {
  return world.run((tx) =>
    award(tx, {
      draw_id,
      numbers: [{ place: '', number, sign: null }],
      entered_by: null,
      confirmed_by: null,
      source: 'medida',
      ...now(),
    }),
  )
}

/**
 * The UPDATE of a ticket's row with entries of two postings (a payment has one, an annulment two) and their accounts' days:
 * no look-up, no check, no counter.
 */
async function bareChange(tx: Tx, world: World, office_id: number, ticket: SaleKeys, to: 'pagado' | 'anulado') {
  const changed =
    to === 'pagado'
      ? sql`
        state = 'pagado', paid_at = now(), paid_by = 1, paid_office_id = ${office_id}
        WHERE day = ${ticket.day} AND id = ${ticket.id} AND state = 'ganador'`
      : sql`state = 'anulado', annulled_at = now(), annulled_by = 1 WHERE day = ${ticket.day} AND id = ${ticket.id} AND state = 'vendido'`
  const entries = to === 'pagado' ? 1 : 2
  const kinds = to === 'pagado' ? ['caja', 'ventas'] : ['caja', 'ventas', 'devoluciones_por_pagar']
  await tx.prepared(
    `bench-${to}`,
    sql`
    WITH changed AS (UPDATE tickets SET ${changed} RETURNING id), entry AS (
      INSERT INTO ledger_entries (day, kind, ref_kind, ref_id, office_id)
      SELECT ${world.today}::date, 'pago_premio', 'ticket', id, ${office_id}::int
      FROM changed, generate_series(1, ${entries}::int)
      RETURNING id
    ), account AS (
      SELECT id FROM ledger_accounts WHERE partner_id = ${office_id} AND kind = ANY (${list(kinds)}::text[]) AND currency = 'BS'
    ), daily AS (
      INSERT INTO ledger_days AS d (account_id, day, debit, credit) SELECT id, ${world.today}::date, 30, 0 FROM account ORDER BY id
      ON CONFLICT (account_id, day) DO UPDATE SET debit = d.debit + excluded.debit
    )
    INSERT INTO ledger_postings (day, entry_id, account_id, amount, currency)
    SELECT ${world.today}::date, entry.id, account.id, 30, 'BS'
    FROM entry, (SELECT id FROM account LIMIT 2) account`,
  )
}

function ratioRow(work: string, taken: { ours: number[]; bare: number[] }): Measured {
  const [ours, bare] = [median(taken.ours), median(taken.bare)]
  return {
    work,
    yardstick: 'el UPDATE desnudo de su fila con los mismos asientos',
    reach: '≤ 2 veces',
    measured: `${round(ours / bare)} veces (${round(ours, 2)} ms contra ${round(bare, 2)} ms)`,
    reached: ours / bare <= 2,
  }
}

async function benchPay(world: World, office_id: number): Promise<Measured> {
  const draw_id = await world.draw('LOTTO_ACTIVO')
  const tickets = await sellMany(world, office_id, draw_id, 2 * (pairs + 1))
  await world.closeDraw(draw_id)
  await awardDraw(world, draw_id, '5')
  const by = world.user['taquilla']!
  return ratioRow(
    'pagar un premio',
    await rivalTimings(
      {
        bare: () => world.run((tx) => bareChange(tx, world, office_id, tickets.pop()!, 'pagado')),
        ours: () => {
          const { day, id, code } = tickets.pop()!
          return world.run((tx) => pay(tx, { day, id, code, office_id, by, ...now(), today: world.today }))
        },
      },
      pairs,
    ),
  )
}

async function benchAnnul(world: World, office_id: number): Promise<Measured> {
  const draw_id = await world.draw('LOTTO_ACTIVO')
  const tickets = await sellMany(world, office_id, draw_id, 2 * (pairs + 1))
  const by = world.user['taquilla']!
  return ratioRow(
    'anular un ticket',
    await rivalTimings(
      {
        bare: () => world.run((tx) => bareChange(tx, world, office_id, tickets.pop()!, 'anulado')),
        ours: () => {
          const { day, id } = tickets.pop()!
          return world.run((tx) => annul(tx, { day, id, by, ...now() }))
        },
      },
      pairs,
    ),
  )
}

/** Awarding 100,000 lines against bare UPDATEs of as many and of their tickets. */
async function benchAward(world: World, offices: readonly number[]): Promise<Measured> {
  const fills = { bare: [] as number[], ours: [] as number[] }
  for (let n = 0; n < awardedRounds; n++) {
    fills.bare.push(await fillDraw(world, offices))
    fills.ours.push(await fillDraw(world, offices))
  }
  for (const draw_id of fills.ours) await world.closeDraw(draw_id)
  const timed = async (work: () => Promise<unknown>) => {
    const start = performance.now()
    await work()
    return performance.now() - start
  }
  const taken = await takeTurns(
    {
      bare: (n) => timed(() => world.run((tx) => bareAward(tx, fills.bare[n]!))),
      ours: (n) => timed(() => awardDraw(world, fills.ours[n]!, '7')),
    },
    awardedRounds,
  )
  const [ours, bare] = [median(taken.ours), median(taken.bare)]
  return {
    work: 'premiar un sorteo de 100.000 jugadas',
    yardstick: 'los UPDATE desnudos de sus jugadas y de sus tickets',
    reach: '≤ 1,5 veces',
    measured: `${round(ours / bare, 2)} veces (${round(ours / 1000, 2)} s contra ${round(bare / 1000, 2)} s)`,
    reached: ours / bare <= 1.5,
  }
}

async function bareAward(tx: Tx, draw_id: number): Promise<void> {
  await tx.run(
    sql`UPDATE ticket_lines SET state = CASE number WHEN '7' THEN 'ganadora'::line_state ELSE 'perdedora' END WHERE draw_id = ${draw_id}`,
  )
  await tx.run(
    sql`
      UPDATE tickets t
      SET state = 'perdedor', pending_lines = 0
      WHERE (day, id) IN (SELECT day, ticket_id FROM ticket_lines WHERE draw_id = ${draw_id})`,
  )
}
async function fillDraw(world: World, offices: readonly number[]): Promise<number> {
  const draw_id = await world.draw('LOTTO_ACTIVO')
  await world.run(async (tx) => {
    await tx.run(sql`
      WITH made AS (
        INSERT INTO tickets (
          day, id, serial, code, office_id, seller_id, currency, total, potential, pending_lines, sold_at, first_close_at,
          annul_before, expires_on, content_hash
        )
        SELECT ${world.today}::date, nextval('ticket_ids'), ${`D${draw_id}-`}::text || n, 'x',
          (${list(offices)}::int[])[1 + n % ${offices.length}::int], 1, 'BS', 40, 1200, 4, now(), now(), now(),
          ${world.today}::date + 3, n
        FROM generate_series(1, 25000) n RETURNING day, id, office_id
      )
      INSERT INTO ticket_lines (
        day, ticket_id, n, draw_id, product_id, bet_type_id, office_id, currency, number, stake, multiplier, rate_id
      )
      SELECT day, id, k, ${draw_id}::int, 1, ${animal}::int, office_id, 'BS', (1 + (id * 4 + k) % 36)::text, 10, 30,
        (SELECT min(id) FROM frozen_rates)
      FROM made, generate_series(1, 4) k`)
    await tx.run(sql`
      INSERT INTO draw_sales (draw_id, partner_id, bet_type_id, number, currency, sold, liability, lines)
      SELECT l.draw_id, a.ancestor_id, l.bet_type_id, l.number, l.currency, sum(l.stake),
        sum(line_potential(l.stake, l.multiplier, l.place_multipliers, l.currency)), count(*)
      FROM ticket_lines l JOIN partner_ancestors a ON a.partner_id = l.office_id WHERE l.draw_id = ${draw_id} GROUP BY 1, 2, 3, 4, 5`)
  })
  await world.db.run(sql`ANALYZE tickets, ticket_lines, draw_sales`)
  return draw_id
}
