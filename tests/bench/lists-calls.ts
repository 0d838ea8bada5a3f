/** Every list that the contract declares, as calls: found by its declaration, with what it must be asked taken from the data. */
import { sql } from 'drizzle-orm'
import type { z } from 'zod'
import { allows } from '../../contract/access/rules.ts'
import type { Endpoint } from '../../contract/endpoint.ts'
import { everyEndpoint } from '../../contract/index.ts'
import type { SessionUser } from '../../contract/session.ts'
import { addDays, inZone, resolvePreset } from '../../contract/values/dates.ts'
import type { Executor } from '../../server/platform/db/connect.ts'
import { isReading } from '../../server/platform/http/lanes.ts'

/** What a list is asked, in a query or a body. */
export type Asked = Record<string, string | number | boolean | object>

export interface ListCall {
  /** `partners.list`. */
  name: string
  endpoint: Endpoint
  params: Asked
  /** What it cannot be asked without. */
  needed: Asked
  /** It is one of a thing that only some reach. */
  named: boolean
  /** It answers pages. */
  paged: boolean
  /** It has a search box. */
  searched: boolean
  /** The levels that it can be asked for: the offices are the most rows. */
  levels: readonly string[]
  /** It can be asked for what is set for exactly its rows. */
  own: boolean
  /** What its rows hold is chosen with the question, and only that orders them. */
  free: boolean
}

type Shape = Record<string, z.ZodType>

function shapeOf(schema: unknown): Shape {
  return (schema as { shape?: Shape } | undefined)?.shape ?? {}
}

const isNeeded = (schema: z.ZodType) => !schema.safeParse(undefined).success

/** A call that only reads and answers rows under `data`, whole or in pages; what reads a file answers of that. */
function isList(endpoint: Endpoint): boolean {
  const { data } = shapeOf(endpoint.response)
  const { type } = (data as { def?: { type?: string } } | undefined)?.def ?? {}
  return isReading(endpoint) && !endpoint.upload && type === 'array'
}

/** What lists must be asked with, by what it is. */
const known = [
  'from',
  'to',
  'type',
  'kind',
  'ids',
  'screen',
  'state_id',
  'draw_id',
  'product_id',
  'partner_id',
  'user_id',
  'client_id',
  'account_id',
  'fund_id',
  'import_id',
  'load_id',
  'change_id',
  'commissions',
  'texts',
] as const
type Known = (typeof known)[number]

/** An `id` in a path is of another thing in each entity. */
const idOf: Readonly<Record<string, Known>> = {
  'products.symbols': 'product_id',
  'paymentMethods.ofPartner': 'partner_id',
  'commissions.history': 'partner_id',
  'users.sessions': 'user_id',
  'network.tree': 'import_id',
  'accountBalance.debt': 'partner_id',
}

/**
 * What stands for a field of a list that it must be asked with. @throws where nobody has said it: the list would have
 * no row among what is measured
 */
function knownOf(list: string, field: string): Known {
  const name = field === 'id' ? idOf[list] : known.find((one) => one === field)
  if (name === undefined) throw new Error(`${list} must be asked with ${field}, and the bench knows none`)
  return name
}

/** A value for each; the draw and the product are those that sold the most, and a partner has much below it. */
async function valuesOf(db: Executor): Promise<Record<Known, Asked[string]>> {
  const banca = await db.one<{ zone: string }>(sql`SELECT zone FROM banca`)
  const today = inZone(new Date(), banca!.zone).day
  const draw = await db.one<{ draw_id: number; product_id: number }>(sql`
    SELECT l.draw_id, l.product_id::int AS product_id
    FROM ticket_lines l
    WHERE l.day = ${addDays(today, -1)}::date
    GROUP BY 1, 2
    ORDER BY count(*) DESC
    LIMIT 1`)
  const ids = await db.one<
    Record<
      | 'state_id'
      | 'partner_id'
      | 'user_id'
      | 'client_id'
      | 'account_id'
      | 'fund_id'
      | 'import_id'
      | 'load_id'
      | 'change_id',
      number
    >
  >(sql`
    SELECT (SELECT min(state_id) FROM partners) AS state_id, (SELECT min(id) FROM partners WHERE type = 'agencia') AS partner_id,
      (SELECT min(id) FROM users) AS user_id,
      (SELECT client_id FROM client_operations GROUP BY 1 ORDER BY count(*) DESC LIMIT 1) AS client_id,
      (SELECT account.sub FROM ledger_accounts account JOIN ledger_postings posting ON posting.account_id = account.id
        WHERE account.kind = 'banco' AND account.sub <> 0 GROUP BY 1 ORDER BY count(*) DESC LIMIT 1) AS account_id,
      (SELECT min(id) FROM cash_funds) AS fund_id, (SELECT max(id) FROM network_imports) AS import_id,
      (SELECT max(id) FROM external_loads) AS load_id,
      (SELECT max(change_id) FROM changed_rows) AS change_id`)
  const rate = {
    commission_kind: 'VENTA',
    commission_percent: '8',
    participation_kind: 'COMPARTIDA',
    participation_percent: '0',
  }
  const every = { partner_id: ids!.partner_id, product_id: null, bet_type_id: null, currency: null }
  return {
    ...ids!,
    ...draw!,
    from: addDays(today, -29),
    to: today,
    type: 'taquilla',
    kind: 'partner',
    ids: String(ids!.partner_id),
    screen: 'agencies',
    commissions: [{ ...every, rate }],
    texts: ['Agencia', 'Taquilla'],
  }
}

/** What is told of one record, a few rows: no list of many. */
const ofOneRecord = [
  'payments.comments',
  'accountBalance.clockedWeeks',
  'statements.of',
  'statements.comments',
  'cashRegisters.expenses',
  'cashRegisters.drawed',
  'reloads.ofDay',
]

type ListsOfContract = (ReturnType<typeof everyEndpoint>[number] & { list: string })[]

function listsOfContract(): ListsOfContract {
  return everyEndpoint()
    .map((one) => ({ ...one, list: `${one.entity}.${one.name}` }))
    .filter(({ endpoint, list }) => isList(endpoint) && !ofOneRecord.includes(list))
}

/** What a list must be asked with: by its path, and in its query or body. @throws what `knownOf` does */
function needs(list: string, { params, query, body }: Endpoint): { path: [string, Known][]; asked: [string, Known][] } {
  const mustBe = Object.entries({ ...shapeOf(query), ...shapeOf(body) }).filter(([, schema]) => isNeeded(schema))
  const named = (field: string): [string, Known] => [field, knownOf(list, field)]
  return { path: Object.keys(shapeOf(params)).map(named), asked: mustBe.map(([field]) => named(field)) }
}

/** The names of all lists. @throws where one could not be asked, without a look at any data */
export function everyListName(): string[] {
  return listsOfContract().map(({ list, endpoint }) => {
    needs(list, endpoint)
    return list
  })
}

/** All lists of the contract. One with a period is asked for the days that its screen begins with. */
export async function everyList(db: Executor): Promise<ListCall[]> {
  const values = await valuesOf(db)
  const valued = (fields: readonly [string, Known][]): Asked =>
    Object.fromEntries(fields.map(([field, name]) => [field, values[name]]))
  return listsOfContract().map(({ list, endpoint }) => {
    const shape = { ...shapeOf(endpoint.query), ...shapeOf(endpoint.body) }
    const { path, asked } = needs(list, endpoint)
    return {
      name: list,
      endpoint,
      params: valued(path),
      needed: {
        ...valued(asked),
        ...(endpoint.list?.period && resolvePreset(endpoint.list.period.preset, String(values.to))),
      },
      named: path.length > 0 || asked.some(([, one]) => one.endsWith('_id') && one !== 'draw_id'),
      paged: 'per_page' in shape,
      searched: 'q' in shape,
      levels: ['distribuidor', 'taquilla'].filter((level) => shape['level']?.safeParse(level).success),
      own: 'own_only' in shape,
      free: 'measures' in shape,
    }
  })
}

/** What is searched for: the beginning of many names, of some codes, and of no serial. */
const searched = 'cat'

/** What else a list of `total` rows may be asked, the `first` of them given: its later pages, its orders, a search, its levels. */
export function questionsOf(list: ListCall, total: number, first: object = {}): Asked[] {
  const held = new Map<string, unknown>(Object.entries(first))
  const orders = (list.endpoint.list?.sort ?? []).filter(
    (one: string) => !list.free || (held.get(one) ?? null) !== null,
  )
  return [
    ...(list.paged && total > 100 ? [{ page: 2 }, { page: Math.ceil(total / 100) }] : []),
    ...orders.flatMap((one: string) => [{ sort: one }, { sort: `-${one}` }]),
    ...(list.searched ? [{ q: searched }] : []),
    ...list.levels.map((level) => ({ level })),
    ...(list.own ? [{ own_only: true }, { own_only: true, q: searched }] : []),
  ]
}

/** Of these users, the first that may make the call. */
export function whoMay<U extends { session: SessionUser }>(endpoint: Endpoint, users: readonly U[]): U | undefined {
  return users.find(({ session }) => allows(endpoint.access, session))
}

/** The call's address and body with `more` asked besides. */
export function requestOf(
  { endpoint, params, needed }: ListCall,
  more: Asked = {},
): { method: 'GET' | 'POST'; url: string; payload?: string } {
  const path = endpoint.path.replace(/:(\w+)/g, (_, one: string) => String(params[one]))
  const asked = { ...needed, ...more }
  if (endpoint.method === 'POST') return { method: 'POST', url: path, payload: JSON.stringify(asked) }
  const query = new URLSearchParams(Object.entries(asked).map(([key, value]) => [key, String(value)]))
  return { method: 'GET', url: query.size > 0 ? `${path}?${query.toString()}` : path }
}
