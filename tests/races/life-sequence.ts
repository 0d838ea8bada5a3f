/** One life played in the database and in its model at once: after each step both must say the same. */
import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { add } from '../../contract/values/money.ts'
import { award } from '../../server/rules/award/award.ts'
import { correct } from '../../server/rules/award/correct.ts'
import { withdrawResult } from '../../server/rules/award/withdraw.ts'
import { list, type Tx } from '../../server/platform/db/connect.ts'
import { Problem } from '../../server/platform/http/problem.ts'
import { decideRequest } from '../../server/rules/pay/approvals.ts'
import { pay } from '../../server/rules/pay/pay.ts'
import { refund } from '../../server/rules/pay/refund.ts'
import { annul } from '../../server/rules/sale/annul.ts'
import { sell, type SaleKeys } from '../../server/rules/sale/sell.ts'
import { lift, suspend } from '../../server/rules/suspension/suspend.ts'
import { betTypeId, type World } from '../support/world.ts'
import { Life, type Line, type Ticket } from './life-model.ts'
import { addDraw } from '../support/factories.ts'

interface Bet {
  draw: number
  number: string
  cents: number
}
/** `draw`, `target` and `which` are places: of a draw of the sequence, of one of its tickets. */
export type Step =
  | { kind: 'sell'; office: number; bets: Bet[] }
  | { kind: 'award'; draw: number; number: string }
  | { kind: 'correct' | 'withdraw'; draw: number; number: string }
  | { kind: 'suspend'; draw: number; mode: 'devolver' | 'mover' | 'mantener'; target: number }
  | { kind: 'lift'; draw: number }
  | { kind: 'annul' | 'annul_here' | 'pay' | 'refund'; which: number }
  | { kind: 'decide'; which: number; state: 'aprobado' | 'rechazado' }

export const drawCount = 4
const sellers = [
  ['taquilla1', 'taquilla'],
  ['taquilla3', 'lejana'],
] as const
const numbersOf = (number: string) => [{ place: '', number, sign: null }]
const stakeOf = (cents: number) => `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`

export class Sequence {
  readonly #world: World
  readonly #draws: readonly number[]
  readonly #life = new Life(drawCount)
  readonly #offices = new Map<Ticket, number>()

  private constructor(world: World, draws: readonly number[]) {
    this.#world = world
    this.#draws = draws
  }

  /** Its draws are the product's last ones, so that no range reaches another sequence's. */
  static async open(world: World, product: number, batch: number): Promise<Sequence> {
    const hour = 3_600
    const ids: number[] = []
    for (let n = 1; n <= drawCount; n++)
      ids.push(
        await addDraw(world.db, { product_id: product, closes_in: 2 * hour, drawn_in: 3 * hour + batch * 60 + n }),
      )
    return new Sequence(world, ids)
  }

  async run(steps: readonly Step[]): Promise<void> {
    for (const [index, step] of steps.entries()) {
      const [done, expected] = await this.#step(step)
      expect([index, step.kind, done]).toEqual([index, step.kind, expected])
    }
    await this.compare()
  }

  /** Every draw that still waits comes out so, and everybody comes for their prize, over the threshold with the father's word. */
  async finish(number: string): Promise<void> {
    const all = <T>(of: readonly T[], step: (which: number) => Step) => of.map((_, which) => step(which))
    const awards = this.#life.draws.flatMap((draw, at) =>
      draw.state === 'activo' ? [{ kind: 'award' as const, draw: at, number }] : [],
    )
    const { tickets } = this.#life
    await this.run([
      ...awards,
      ...all(tickets, (which) => ({ kind: 'pay', which })),
      ...all(tickets, (which) => ({ kind: 'decide', which, state: 'aprobado' })),
      ...all(tickets, (which) => ({ kind: 'pay', which })),
    ])
  }

  /** How a change ended: what it answered in a word, `done`, or the code of its refusal. */
  async #ended(work: (tx: Tx) => Promise<unknown>): Promise<string> {
    try {
      const answer = await this.#world.run(work)
      return typeof answer === 'string' ? answer : 'done'
    } catch (error) {
      if (error instanceof Problem) return error.code
      throw error
    }
  }

  /** Does it in the database and in the model; answers how each ended. */
  #step(step: Step): Promise<[string, string]> {
    switch (step.kind) {
      case 'sell':
        return this.#sell(step.office, step.bets)
      case 'award':
        return this.#award(step.draw, step.number)
      case 'correct':
      case 'withdraw':
        return this.#change(step.kind, step.draw, step.number)
      case 'suspend':
        return this.#suspend(step)
      case 'lift':
        return this.#lift(step.draw)
      default:
        return this.#touch(step)
    }
  }

  get #who() {
    return { by: this.#world.user['banca']!, at: new Date(), today: this.#world.today }
  }

  async #sell(office: number, bets: readonly Bet[]): Promise<[string, string]> {
    const life = this.#life
    const merged = new Map<string, Bet>()
    for (const bet of bets)
      merged.set(`${bet.draw} ${bet.number}`, {
        ...bet,
        cents: bet.cents + (merged.get(`${bet.draw} ${bet.number}`)?.cents ?? 0),
      })
    const lines = [...merged.values()].map((bet): Line | null => {
      const several = bet.number.includes('-')
      const draws = several ? life.range(bet.draw) : [bet.draw]
      return draws && { draws, number: several ? '1-2-3' : bet.number, stake: stakeOf(bet.cents), fate: null }
    })
    // Each line by the first rule that it breaks; lines that break different ones refuse the whole ticket together.
    const broken = new Set(
      [...merged.values()].flatMap(({ draw }, n) => {
        if (!life.isOpen(draw)) return ['draw_closed']
        return lines[n] ? [] : ['tripleta_draws_missing']
      }),
    )
    const [only = 'done', other] = broken
    const expected = other ? 'sale_refused' : only
    let sold: SaleKeys | undefined
    const [partner, user] = sellers[office]!
    const done = await this.#ended(async (tx) => {
      sold = await sell(tx, {
        office_id: this.#world.partner[partner],
        seller_id: this.#world.user[user]!,
        currency: 'BS',
        confirm_repeated: true,
        at: new Date(),
        day: this.#world.today,
        lines: bets.map((bet) => ({
          draw_id: this.#draws[bet.draw]!,
          bet_type_id: betTypeId(bet.number.includes('-') ? 'TRIPLETA' : 'ANIMALITO'),
          number: bet.number,
          stake: stakeOf(bet.cents),
        })),
      })
    })
    if (expected === 'done' && sold) {
      const ticket: Ticket = {
        key: sold,
        lines: lines as Line[],
        annulled: false,
        paid: null,
        expired: false,
        approval: null,
        refunded: '0.00',
        kept: '0.00',
        lapsed: '0.00',
      }
      life.tickets.push(ticket)
      this.#offices.set(ticket, office)
    }
    return [done, expected]
  }

  async #award(draw: number, number: string): Promise<[string, string]> {
    const one = this.#life.draws[draw]!
    const draw_id = this.#draws[draw]!
    await this.#world.closeDraw(draw_id)
    one.closed = true
    const expected =
      one.state === 'activo'
        ? this.#life.result(draw, number)
        : one.state === 'premiado'
          ? 'draw_already_awarded'
          : 'draw_suspended'
    return [
      await this.#ended((tx) =>
        award(tx, {
          draw_id,
          numbers: numbersOf(number),
          entered_by: null,
          confirmed_by: null,
          source: 'prueba',
          at: new Date(),
          accept_paid: true,
        }),
      ),
      expected,
    ]
  }

  async #change(kind: 'correct' | 'withdraw', draw: number, number: string): Promise<[string, string]> {
    const one = this.#life.draws[draw]!
    const draw_id = this.#draws[draw]!
    if (one.result === null) return ['nothing', 'nothing']
    if (kind === 'withdraw') {
      const row = await this.#world.db.one<{ result_id: number }>(
        sql`SELECT result_id FROM draws WHERE id = ${draw_id}`,
      )
      return [
        await this.#ended((tx) =>
          withdrawResult(tx, { result_id: row!.result_id, reason: 'prueba', by: null, at: new Date() }),
        ),
        this.#life.result(draw, null),
      ]
    }
    const expected = one.result === number ? 'result_same' : this.#life.result(draw, number)
    return [
      await this.#ended((tx) =>
        correct(tx, {
          draw_id,
          numbers: numbersOf(number),
          entered_by: null,
          confirmed_by: null,
          source: 'prueba',
          at: new Date(),
          accept_paid: true,
          reason: 'prueba',
        }),
      ),
      expected,
    ]
  }

  async #suspend({ draw, mode, target }: Extract<Step, { kind: 'suspend' }>): Promise<[string, string]> {
    const expected = this.#life.suspend(draw, mode, target)
    const suspension = {
      draw_id: this.#draws[draw]!,
      mode,
      moved_to_draw_id: this.#draws[target]!,
      reason: 'prueba',
      ...this.#who,
    }
    return [await this.#ended((tx) => suspend(tx, suspension)), expected]
  }

  async #lift(draw: number): Promise<[string, string]> {
    const one = this.#life.draws[draw]!
    if (one.state !== 'suspendido') return ['nothing', 'nothing']
    one.state = 'activo'
    const row = await this.#world.db.one<{ id: number }>(
      sql`SELECT id FROM draw_suspensions WHERE draw_id = ${this.#draws[draw]!} AND lifted_at IS NULL`,
    )
    return [await this.#ended((tx) => lift(tx, { id: row!.id, ...this.#who })), 'done']
  }

  async #touch(step: Extract<Step, { which: number }>): Promise<[string, string]> {
    const life = this.#life
    const ticket = life.tickets[step.which % Math.max(life.tickets.length, 1)]
    if (!ticket) return ['nothing', 'nothing']
    const [partner, user] = sellers[this.#offices.get(ticket)!]!
    const there = {
      ...ticket.key,
      office_id: this.#world.partner[partner],
      by: this.#world.user[user]!,
      at: new Date(),
      today: this.#world.today,
    }
    if (step.kind === 'pay') return [await this.#ended((tx) => pay(tx, there)), life.pay(ticket)]
    if (step.kind === 'refund') return [await this.#ended((tx) => refund(tx, there)), life.refund(ticket)]
    if (step.kind === 'decide') {
      const decision = {
        ...ticket.key,
        ...this.#who,
        state: step.state,
        partner_id: this.#world.partner.banca,
        reason: null,
        picture_url: null,
      }
      return [await this.#ended((tx) => decideRequest(tx, decision)), life.decide(ticket, step.state)]
    }
    const expected = life.mayAnnul(ticket)
    const here = step.kind === 'annul_here'
    // Of what the counter refuses for its hour there are tests of their own.
    if (here && (expected !== 'done' || ticket.lines.some((line) => life.draws[line.draws[0]!]!.closed)))
      return ['nothing', 'nothing']
    if (expected === 'done') {
      ticket.annulled = true
      for (const line of ticket.lines) line.fate ??= 'anulada'
      if (here) ticket.refunded = life.returned(ticket)
    }
    return [
      await this.#ended((tx) => annul(tx, { ...ticket.key, ...this.#who, reason: 'prueba', late: !here })),
      expected,
    ]
  }

  /** The last day of all its tickets is over: whoever neither came nor asked in time loses the prize, and what is due. */
  async passDays(): Promise<void> {
    const life = this.#life
    await this.#world.db.run(
      sql`
        UPDATE tickets
        SET expires_on = ${this.#world.today}::date - 1, refund_until = ${this.#world.today}::date - 1
        WHERE id = ANY (${list(life.tickets.map((ticket) => ticket.key.id))}::bigint[])`,
    )
    for (const ticket of life.tickets) {
      const asked =
        ticket.approval !== null &&
        ticket.approval.state !== 'rechazado' &&
        ticket.approval.amount === life.wins(ticket)
      const won = life.state(ticket) === 'ganador'
      if (!(won && asked)) ticket.lapsed = add(ticket.lapsed, life.due(ticket))
      ticket.expired = won && life.pending(ticket) === 0 && !asked
    }
  }

  /** Every ticket and every line, as the model has them. */
  async compare(): Promise<void> {
    const life = this.#life
    const rows = await this.#world.db.rows<{
      id: string
      state: string
      prize: string
      pending: number
      returned: string
      refunded: string
      lines: unknown[]
    }>(sql`
      SELECT t.id, t.state::text AS state, t.prize, t.pending_lines AS pending, t.returned, t.refunded,
        (
          SELECT json_agg(json_build_array(l.number, l.state, l.prize::text, l.draw_id) ORDER BY l.n)
          FROM ticket_lines l
          WHERE l.day = t.day AND l.ticket_id = t.id
        ) AS lines
      FROM tickets t WHERE t.id = ANY (${list(life.tickets.map((ticket) => ticket.key.id))}::bigint[])`)
    const found = new Map(rows.map((row) => [row.id, row]))
    for (const ticket of life.tickets) {
      const row = found.get(ticket.key.id)!
      const state = life.state(ticket)
      const lines = ticket.lines.map((line) => {
        const verdict = life.lineState(line)
        return [
          line.number,
          state === 'vencido' && verdict.state === 'ganadora' ? 'vencida' : verdict.state,
          verdict.prize,
          this.#draws[line.draws[0]!],
        ]
      })
      expect({ state: row.state, prize: row.prize, lines: row.lines }).toEqual({
        state,
        prize: ticket.paid ?? add(life.wins(ticket)),
        lines,
      })
      expect([state, row.returned, row.refunded]).toEqual([state, life.returned(ticket), ticket.refunded])
      if (!ticket.annulled) expect([state, row.pending]).toEqual([state, life.pending(ticket)])
    }
  }
}
