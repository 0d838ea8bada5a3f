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
export type Asked = Record<string, string | number>

export interface ListCall {
  /** `partners.list`. */
  name: string
  endpoint: Endpoint
  params: Asked
  /** What it cannot be asked without. */
  needed: Asked
  /** It answers pages. */
  paged: boolean
  /** It has a search box. */
  searched: boolean
  /** It can be asked for the level of the offices, which are the most rows. */
  leveled: boolean
}

type Shape = Record<string, z.ZodType>

function shapeOf(schema: unknown): Shape {
  return (schema as { shape?: Shape } | undefined)?.shape ?? {}
}

const isNeeded = (schema: z.ZodType) => !schema.safeParse(undefined).success

/** A call that only reads and answers rows under `data`, whole or in pages. */
function isList(endpoint: Endpoint): boolean {
  const { data } = shapeOf(endpoint.response)
  const { type } = (data as { def?: { type?: string } } | undefined)?.def ?? {}
  return isReading(endpoint) && type === 'array'
}

/** A value for each name that some list must be asked with; the draw and the product are those that sold the most. */
async function valuesOf(db: Executor): Promise<Asked> {
  const banca = await db.one<{ zone: string }>(sql`SELECT zone FROM banca`)
  const today = inZone(new Date(), banca!.zone).day
  const draw = await db.one<{ draw_id: number; product_id: number }>(sql`
    SELECT l.draw_id, l.product_id::int AS product_id FROM ticket_lines l WHERE l.day = ${addDays(today, -1)}::date GROUP BY 1, 2 ORDER BY count(*) DESC LIMIT 1`)
  const state = await db.one<{ id: number }>(sql`SELECT min(state_id) AS id FROM partners`)
  return {
    from: addDays(today, -29),
    to: today,
    type: 'taquilla',
    state_id: state!.id,
    draw_id: draw!.draw_id,
    id: draw!.product_id,
  }
}

/** @throws where a list must be asked with something that nobody has said a value for */
function valuesFor(name: string, fields: readonly string[], values: Asked): Asked {
  return Object.fromEntries(
    fields.map((field) => {
      const value = values[field]
      if (value === undefined) throw new Error(`${name} must be asked with ${field}, and the bench knows none`)
      return [field, value]
    }),
  )
}

/** All lists of the contract. One with a period is asked for the days that its screen begins with. */
export async function everyList(db: Executor): Promise<ListCall[]> {
  const values = await valuesOf(db)
  const partner = await db.one<{ id: number }>(sql`SELECT min(id) AS id FROM partners WHERE type = 'agencia'`)
  return everyEndpoint().flatMap(({ entity, name: own, endpoint }) => {
    if (!isList(endpoint)) return []
    const name = `${entity}.${own}`
    const shape = { ...shapeOf(endpoint.query), ...shapeOf(endpoint.body) }
    // An `id` is a product's, or a partner's where the list is one of a partner.
    const known = own === 'ofPartner' ? { ...values, id: partner!.id } : values
    const needed = Object.entries(shape).flatMap(([field, schema]) => (isNeeded(schema) ? [field] : []))
    return [
      {
        name,
        endpoint,
        params: valuesFor(name, Object.keys(shapeOf(endpoint.params)), known),
        needed: {
          ...valuesFor(name, needed, values),
          ...(endpoint.list?.period && resolvePreset(endpoint.list.period.preset, String(values['to']))),
        },
        paged: 'per_page' in shape,
        searched: 'q' in shape,
        leveled: 'level' in shape,
      },
    ]
  })
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
