/** A demo counter over HTTP: its seller's session, what is on sale, and tickets like those of the seed. */
import { randomUUID } from 'node:crypto'
import type { z } from 'zod'
import type { Endpoint } from '@contract/endpoint.ts'
import { draws as drawCalls } from '@contract/draws.ts'
import { general } from '@contract/general.ts'
import type { ProblemBody } from '@contract/problems.ts'
import { session } from '@contract/session.ts'
import { tickets } from '@contract/tickets.ts'
import type { Currency } from '@contract/values/currency.ts'
import { fromCents } from '@contract/values/money.ts'
import { CommandError } from '../commands/command.ts'
import { demoPlan } from './demo-plan.ts'
import { catalogueProducts } from './catalogue.ts'
import { bancaAdmin, demoPassword, seller } from './plan.ts'
import { Weighted, type Random } from './random.ts'
import { boundedStake, favouriteOrder, kindWeights, lineCounts, Numbers, popularity, stakeOf } from './shape.ts'

/** The server said no: a problem's title and sentence. */
export class SaleRefused extends Error {
  readonly status: number
  readonly title: string

  constructor(status: number, { title, detail }: Pick<ProblemBody, 'title' | 'detail'>) {
    super(detail)
    this.status = status
    this.title = title
  }
}

type Answered<E extends Endpoint> = E['response'] extends z.ZodType ? z.output<E['response']> : never
export type SoldTicket = Answered<typeof tickets.sell>
type Session = Answered<typeof session.open>
type OpenDraw = Answered<typeof drawCalls.list>['data'][number]
type Offer = Answered<typeof general.products>['data'][number]

/** Signs in by itself, and again when its session ends. */
class Caller {
  readonly #url: string
  readonly #username: string
  #session: Promise<Session> | undefined

  constructor(url: string, username: string) {
    this.#url = url
    this.#username = username
  }

  session(): Promise<Session> {
    return (this.#session ??= this.#send(session.open, { username: this.#username, password: demoPassword }).catch(
      (error: unknown) => {
        this.#session = undefined
        throw error
      },
    ))
  }

  async call<E extends Endpoint>(endpoint: E, body?: unknown, key = randomUUID()): Promise<Answered<E>> {
    const { access_token } = await this.session()
    try {
      return await this.#send(endpoint, body, { authorization: `Bearer ${access_token}`, 'idempotency-key': key })
    } catch (error) {
      if (!(error instanceof SaleRefused) || error.status !== 401) throw error
      this.#session = undefined
      const again = await this.session()
      return this.#send(endpoint, body, { authorization: `Bearer ${again.access_token}`, 'idempotency-key': key })
    }
  }

  async #send<E extends Endpoint>(
    { method, path }: E,
    body: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answered<E>> {
    const response = await fetch(this.#url + path, {
      method,
      headers: { 'content-type': 'application/json', timezone: 'America/Caracas', ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(30_000),
    })
    const answer = (await response.json()) as Answered<E>
    if (!response.ok) throw new SaleRefused(response.status, answer as unknown as ProblemBody)
    return answer
  }
}

/** What all counters sell, looked up again each minute by somebody who may see the draws. */
class Board {
  readonly #caller: Caller
  #open: OpenDraw[] = []
  #offers: Offer[] = []
  #numbers = new Map<number, Numbers>()
  #until = 0

  constructor(caller: Caller) {
    this.#caller = caller
  }

  async draws(random: Random): Promise<OpenDraw[]> {
    const now = Date.now()
    if (now >= this.#until) {
      this.#until = now + 60_000
      const { data } = await this.#caller.call(drawCalls.list)
      this.#offers = (await this.#caller.call(general.products)).data
      this.#open = data.filter((draw) => draw.state === 'abierto')
      this.#numbers = new Map(
        catalogueProducts.map((product) => [product.id, new Numbers(product, random, favouriteOrder(product, random))]),
      )
    }
    // A little before it closes a queue is served in vain.
    return this.#open.filter((draw) => Date.parse(draw.closes_at) > now + 2_000)
  }

  line(draw: OpenDraw, currency: Currency, random: Random) {
    const bets =
      this.#offers
        .find((one) => one.id === draw.product_id)
        ?.bet_types.filter((bet) => bet.kind !== 'tripleta' && bet.kind !== 'polla') ?? []
    const numbers = this.#numbers.get(draw.product_id)
    if (bets.length === 0 || !numbers) return undefined
    const bet = new Weighted(bets, (one) => kindWeights[one.kind] ?? 1).pick(random)
    const stake = fromCents(BigInt(boundedStake(stakeOf(currency, 1, random), bet.kind, currency)))
    return { draw_id: draw.id, bet_type_id: bet.id, number: numbers.pick(bet.kind, random), stake }
  }
}

export class DemoCounter {
  readonly #caller: Caller
  readonly #board: Board

  constructor(caller: Caller, board: Board) {
    this.#caller = caller
    this.#board = board
  }

  /** Sells one ticket; nothing when no draw is open. Throws a Refusal with the server's reason. */
  async sell(random: Random): Promise<SoldTicket | undefined> {
    const open = await this.#board.draws(random)
    if (open.length === 0) return undefined
    const { user } = await this.#caller.session()
    const currency = random.chance(0.75) ? user.currencies[0]! : random.pick(user.currencies)
    const asked = new Weighted([...new Set(open.map((draw) => draw.product_id))], (id) => popularity[id] ?? 0)
    if (asked.total === 0) return undefined
    const product_id = asked.pick(random)
    // Most want the draw that closes next.
    const of = open.filter((draw) => draw.product_id === product_id)
    const draw = of[Math.floor(random.unit() ** 2 * Math.min(of.length, 4))]!
    const lines = Array.from({ length: lineCounts.pick(random) }, () =>
      this.#board.line(draw, currency, random),
    ).filter((line) => line !== undefined)
    if (lines.length === 0) return undefined
    return this.#caller.call(tickets.sell, { currency, lines })
  }
}

/** Signs in every demo seller. Throws a CommandError when there is no such banca at that address. */
export async function openCounters(url: string): Promise<DemoCounter[]> {
  const { users } = demoPlan(1, 60)
  const named = (role: string) => users.filter((user) => user.demo && user.role === role).map((user) => user.username)
  const [admin] = named(bancaAdmin)
  const board = new Board(new Caller(url, admin!))
  const callers = named(seller).map((username) => new Caller(url, username))
  try {
    for (const caller of callers) await caller.session()
  } catch (error) {
    if (error instanceof SaleRefused)
      throw new CommandError(
        `${error.message} Las ventas de demostración necesitan la banca de demostración: npm run seed.`,
      )
    throw new CommandError(
      `No hay respuesta en ${url}: inicie el servidor con npm start o indique su dirección con --url.`,
    )
  }
  return callers.map((caller) => new DemoCounter(caller, board))
}
