/**
 * How a call is declared. From one declaration come the server's route and validation, the
 * handler's types, the answer's fields, the OpenAPI document, the console's typed `call`,
 * the data provider, column titles and export headers.
 */
import { z } from 'zod'
import { declaredOf } from './asked-with.ts'
import type { Rule } from './access/rules.ts'
import type { HandleFacts, MoveFacts } from './move-facts.ts'
import type { Preset } from './values/dates.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** Answers that are no JSON: a download, or events for as long as somebody listens. */
export type Streamed = 'file' | 'events'

/** What whoever watches over the server asks: whether it lives, is to be sent calls, and reaches its database. */
export const healthPaths = { live: '/livez', ready: '/readyz', database: '/api/health' } as const

/** Header of a report whose figures are not of this moment: all until then is in them (ISO 8601). */
export const asOfHeader = 'data-as-of'

/** Fields by their names. */
export type Fields = Readonly<Record<string, z.ZodType>>

/** The one period of a list: business days, both included, in the query's `from` and `to`. */
export interface PeriodFacts {
  /** Which day of a row is meant: `Día del sorteo`. */
  title: string
  preset: Preset
  /** One end alone is enough; a period without both must name both. */
  open?: true
  /** Without its days the list is not answered. */
  needed?: true
}

/** The column by which the rows of a question come when nobody chose an order: `-sold`. */
export type UsualOrder = (asked: Readonly<Record<string, unknown>>) => string | null

/** What is known of a list beside its call (`listEndpoint`). */
export interface ListFacts<R extends z.ZodObject = z.ZodObject, F extends Fields = Fields, S extends string = string> {
  /** In the plural: names the list, its file and its table. */
  title: string
  row: R
  filters: F
  /** What the search looks through, in words; null where there is none. */
  search: string | null
  sort: readonly S[]
  /** The order nobody asked for; null where it hangs from what is asked, and only the server knows it. */
  first: S | `-${S}` | null
  /**
   * Where `first` is null: the column by which what is asked comes, as an order names it; null where it is none. To be
   * shown, not to be asked.
   */
  usual: UsualOrder | null
  period: PeriodFacts | null
  /** Sums of everything that is filtered, a row per currency. */
  totals: z.ZodObject | null
  /** Fields that are asked for a page's rows once they are found: nothing is ordered by them, nor found. */
  beside?: readonly string[]
  /** All rows in one answer, without pages. */
  whole?: true
  /** Its rows change by themselves: asked for again after so many seconds while somebody looks at it. */
  moves_seconds?: number
  /** The same rows as a file. */
  file: Endpoint<never, any, any, 'file'>
}

export interface Endpoint<
  P extends z.ZodType = z.ZodType,
  Q extends z.ZodType = z.ZodType,
  B extends z.ZodType = z.ZodType,
  R extends z.ZodType | Streamed = z.ZodType | Streamed,
> {
  method: Method
  /** Fastify's spelling: `/api/v2/admin/registry/agencies/:id`. */
  path: string
  access: Rule
  params?: P
  query?: Q
  body?: B
  /** `'file'` answers a streamed download, `'events'` server-sent events: that something moved, and those that it `says`. */
  response: R
  /** Events by their names, each with what its data holds as JSON. */
  says?: Readonly<Record<string, z.ZodType>>
  summary: string
  /** The call moves money or sells: it must carry an `Idempotency-Key`. */
  moves_money?: true
  /** Answered from the reports database where one is configured; behind, it says as of when (`asOfHeader`). */
  reports?: true
  /** Reads only although it is not a GET (a filter too large for a URL): no audit row. */
  read_only?: true
  /** Many screens ask for it at the same moment, when they are told of a movement: who asks alike is answered from one reading. */
  coalesced?: true
  /** Comes by itself again and again: it leaves an audit row only where its handler says that something changed. */
  heard?: true
  /** Takes one file as multipart form data (field `file`): the handler finds it as `body`, an `UploadedFile`. */
  upload?: { largest_bytes: number }
  /** Bytes of its body, where it takes more than other calls: only whoever may call it may send them. */
  largest_body?: number
  /** The session's refresh cookie: `sets` it or takes it back, or `asks` for it in the place of a token and sets the next one. */
  refresh_cookie?: 'sets' | 'asks'
  deprecated?: true
  /** What is known of a list beside its call (`listEndpoint`). */
  list?: ListFacts<any, any, any>
  /** What is known of a move beside its call (`moves`). */
  move?: MoveFacts
  /** What is known of moves beside the one call that makes them (`handled`). */
  handles?: HandleFacts
  /** HTTP status of a success; 200 unless said. */
  status?: 200 | 201 | 202
}

/** A file that came up, whole: its limit is small. The content type is the sender's claim, to be checked against the bytes. */
export interface UploadedFile {
  filename: string
  content_type: string
  bytes: Uint8Array
}

type Nothing = Record<never, never>
type Shape<T> = [NonNullable<T>] extends [never]
  ? Nothing
  : NonNullable<T> extends z.ZodType
    ? z.output<NonNullable<T>>
    : Nothing

/** What a handler receives, after validation. */
export interface Received<E extends Endpoint> {
  params: Shape<E['params']>
  query: Shape<E['query']>
  body: Shape<E['body']>
}
/** What the handler of an `upload` receives: the file in the place of the body. */
export interface ReceivedFile {
  body: UploadedFile
}

type Part<K extends string, T> = [NonNullable<T>] extends [never]
  ? { [key in K]?: undefined }
  : NonNullable<T> extends z.ZodType
    ? Nothing extends z.input<NonNullable<T>>
      ? { [key in K]?: z.input<NonNullable<T>> }
      : { [key in K]: z.input<NonNullable<T>> }
    : { [key in K]?: undefined }

/** What a caller passes: `{ params?, query?, body? }`, each required only if the endpoint needs it. */
export type Arguments<E extends Endpoint> = Part<'params', E['params']> &
  Part<'query', E['query']> &
  Part<'body', E['body']>

/** What a call answers (a Blob for files). */
export type Answer<E extends Endpoint> = E['response'] extends z.ZodType ? z.input<E['response']> : Blob

export function endpoint<
  P extends z.ZodType = never,
  Q extends z.ZodType = never,
  B extends z.ZodType = never,
  R extends z.ZodType | Streamed = never,
>(declaration: Endpoint<P, Q, B, R>): Endpoint<P, Q, B, R> {
  return declaration
}

export type Endpoints = Record<string, Endpoint<any, any, any, any>>

/** A named set of endpoints. `list show create update remove` are what Refine's data provider looks for. */
export interface Entity<N extends string = string, T extends Endpoints = Endpoints> {
  name: N
  endpoints: T
}

const declared = new Map<string, Entity>()
const byRoute = new Map<string, Endpoint>()
const names = new Map<Endpoint, EndpointName>()

/** What an endpoint is called: its entity's name and its own. */
export interface EndpointName {
  entity: string
  name: string
}

/** Is the answer of a call no JSON? */
export const isStreamed = (response: Endpoint['response']): response is Streamed =>
  response === 'file' || response === 'events'

export function entity<N extends string, T extends Endpoints>(name: N, endpoints: T): Entity<N, T> & T {
  const one = { name, endpoints, ...endpoints } as Entity<N, T> & T
  declared.set(name, one)
  for (const [own, endpoint] of Object.entries(endpoints)) {
    names.set(endpoint, { entity: name, name: own })
    byRoute.set(`${endpoint.method} ${endpoint.path}`, endpoint)
  }
  return one
}

/** The entity's and own name of a declared endpoint. Throws for one that stands in no entity. */
export function nameOf(endpoint: Endpoint): EndpointName {
  const found = names.get(declaredOf(endpoint))
  if (!found) throw new Error(`no entity has ${endpoint.method} ${endpoint.path}`)
  return found
}

/** The calls of an entity whose file has been read, by their own names; undefined when there is none. */
export function endpointsOf(entityName: string): Endpoints | undefined {
  return declared.get(entityName)?.endpoints
}

/** An endpoint by its entity's name and its own. Throws when the contract has none. */
export function endpointNamed(entityName: string, name: string): Endpoint {
  const found = endpointsOf(entityName)?.[name]
  if (!found) throw new Error(`the contract has no ${entityName}.${name}`)
  return found as Endpoint
}

/** Every declared call with its names, of those whose file has been read: `index.ts` reads all. */
export function operationsOf(): (EndpointName & { endpoint: Endpoint })[] {
  return [...names].map(([endpoint, named]) => ({ ...named, endpoint }))
}

/** An endpoint by its method and its path as it is declared. Throws when the contract has none. */
export function endpointAt(method: string, path: string): Endpoint {
  const found = byRoute.get(`${method.toUpperCase()} ${path}`)
  if (!found) throw new Error(`the contract has no ${method} ${path}`)
  return found
}

/** Database identifiers are positive 32-bit integers unless a row says otherwise. */
export const id = z.coerce.number<number>().int().positive().max(2_147_483_647)
/** Of what a banca has some dozens of: a product, a bet type. */
export const smallId = id.max(32_767)
export const byId = z.object({ id: id.meta({ description: 'Identificador del registro' }) })

/** Values of a comma list in a query string (`a,b`) or a repeated key. */
export function commaList<T extends z.ZodType>(item: T) {
  return z.preprocess(
    (value) => (typeof value === 'string' ? value.split(',').filter(Boolean) : value),
    z.array(item).max(500),
  )
}

/** A flag in a query string. `z.coerce.boolean` would read "false" as true. */
export const flag = z.preprocess((value) => (value === 'true' ? true : value === 'false' ? false : value), z.boolean())

export const pageLimits = { size: 100, largest: 500 } as const

/** Query of every paged list: `page` from 1, `per_page` to 500, `sort` as `field` or `-field`, `q` free text. */
export const pageQuery = z.object({
  page: z.coerce.number().int().min(1).max(1_000_000).default(1).meta({ description: 'Página, desde 1' }),
  per_page: z.coerce
    .number()
    .int()
    .min(1)
    .max(pageLimits.largest)
    .default(pageLimits.size)
    .meta({ description: 'Filas por página' }),
  sort: z
    .string()
    .regex(/^-?[a-z_]{1,40}$/, 'Orden no válido')
    .optional(),
  q: z.string().trim().max(80).optional().meta({ description: 'Texto que se busca' }),
})

/** How many choices a call answers that is not told how many. */
export const choicesOffered = 50

/**
 * Query of every call that answers what may be chosen: the first `limit` that `q` finds, by name. With `id` the rest is not
 * looked at: it is the one that was chosen, to be named.
 */
export const choiceQuery = z.object({
  q: pageQuery.shape.q,
  id: id.optional().meta({ description: 'El que ya está elegido, y nada más' }),
  limit: z.coerce
    .number()
    .int()
    .min(1)
    .max(pageLimits.size)
    .default(choicesOffered)
    .meta({ description: 'Cuántos, los primeros por nombre' }),
})

/** The answer of every paged list. */
export function paged<T extends z.ZodType>(row: T) {
  return z.object({ data: z.array(row), total: z.number().int(), page: z.number().int(), per_page: z.number().int() })
}

/** The answer of lists that are not paged. */
export function all<T extends z.ZodType>(row: T) {
  return z.object({ data: z.array(row) })
}
