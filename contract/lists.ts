/**
 * Lists, declared once. From a list's declaration come its call and the file of everything it
 * filters, the query's schema, the console's URL, filters, columns and chooser, the server's WHERE and
 * ORDER BY (which do not compile with one missing) and the texts of the API's description.
 */
import { z } from 'zod'
import type { Rule } from './access/rules.ts'
import {
  endpoint,
  paged,
  pageQuery,
  type Endpoint,
  type Fields,
  type ListFacts,
  type Method,
  type PeriodFacts,
  type UsualOrder,
} from './endpoint.ts'
import { field, looksOf, titleOf } from './field.ts'
import { day } from './values/dates.ts'

/** How a file is written. `international` CSV uses `,` and a decimal point; the default is es-VE: `;`, decimal comma, BOM. */
export const exportFormat = z.object({
  format: z.enum(['xlsx', 'csv']).default('xlsx').meta({ description: 'Cómo se escribe el archivo' }),
  csv_style: z
    .enum(['es-VE', 'international'])
    .default('es-VE')
    .meta({ description: 'De un CSV: punto y coma y coma decimal, o coma y punto decimal' }),
})

interface ListDeclaration<R, F, S extends string, P, T, Q, O> {
  title: string
  access: Rule
  row: R
  filters?: F
  /** What the list is of, and must be asked with: the draw whose lines it lists. */
  of?: O
  /** What it can be ordered by; none for a list that comes in an order of its own. */
  sort: readonly S[]
  first?: NoInfer<S> | `-${NoInfer<S>}` | null
  usual?: UsualOrder
  search?: Q
  /** Fields of the row that are looked up for a page at once, too dear for all rows: there is no order by them. */
  beside?: readonly string[]
  period?: P
  /** A row of sums beside `currency`. */
  totals?: T
  /** Answered from the reports database where one is configured. */
  reports?: true
  /** Its screens are told when it moved, and all ask again at once. */
  coalesced?: true
  /** Its rows change by themselves, within so many seconds. */
  moves_seconds?: number
  /** Where the call lies when not at `base/`, and where its file when not at `export` below it. */
  path?: string
  export_path?: string
  summary?: string
}

type AskedDeclaration = Pick<
  ListDeclaration<unknown, Fields, string, PeriodFacts | undefined, unknown, string | undefined, Fields>,
  'sort' | 'search' | 'filters' | 'of' | 'period'
>

type Sorted<S extends string> = S | `-${S}`
/** No fields at all. */
export type None = Record<never, never>
/** What a filter is by itself: a choice stays, nothing is asked of a text. */
type Optional<S extends z.ZodType> =
  S extends z.ZodDefault<infer I extends z.ZodType>
    ? string extends z.output<I>
      ? z.ZodOptional<I>
      : S
    : z.ZodOptional<S>
type QueryShape<F extends Fields, S extends string, P, Q, O> = {
  page: (typeof pageQuery)['shape']['page']
  per_page: (typeof pageQuery)['shape']['per_page']
  sort: z.ZodOptional<z.ZodType<Sorted<S>, Sorted<S>>>
} & { [K in keyof F]: Optional<F[K]> } & O &
  (P extends { needed: true }
    ? { from: typeof day; to: typeof day }
    : P extends PeriodFacts
      ? { from: z.ZodOptional<typeof day>; to: z.ZodOptional<typeof day> }
      : None) &
  (Q extends string ? { q: (typeof pageQuery)['shape']['q'] } : None)
type FileShape = (typeof exportFormat)['shape']
type PageShape<R extends z.ZodObject, T> = {
  data: z.ZodArray<R>
  total: z.ZodNumber
  page: z.ZodNumber
  per_page: z.ZodNumber
} & (T extends z.ZodObject ? { totals: z.ZodArray<T> } : None)

type Asked<Shape extends z.core.$ZodLooseShape> = z.ZodObject<{ [K in keyof Shape]: Shape[K] }>
/** The general `list` of an endpoint would make its own facts `any`, and nothing missing would be an error. */
type Declared<E extends Endpoint<any, any, any, any>, Facts> = Omit<E, 'list'> & { list: Facts }
export type ListEndpoint<R extends z.ZodObject, F extends Fields, S extends string, P, T, Q, M, O = None> = Declared<
  Endpoint<
    never,
    M extends 'POST' ? never : Asked<QueryShape<F, S, P, Q, O>>,
    M extends 'POST' ? Asked<QueryShape<F, S, P, Q, O>> : never,
    z.ZodObject<PageShape<R, T>>
  >,
  ListFacts<R, F, S>
>
type FileEndpoint<F extends Fields, S extends string, P, Q, M, O> = Endpoint<
  never,
  M extends 'POST' ? Asked<FileShape> : Asked<Omit<QueryShape<F, S, P, Q, O>, 'page' | 'per_page'> & FileShape>,
  M extends 'POST' ? Asked<Omit<QueryShape<F, S, P, Q, O>, 'page' | 'per_page'>> : never,
  'file'
>

/** A paged list at `base/` and the file of all it filters at `base/export`. */
export function listEndpoint<
  R extends z.ZodObject,
  const S extends string,
  F extends Fields = None,
  P extends PeriodFacts | undefined = undefined,
  T extends z.ZodObject | undefined = undefined,
  Q extends string | undefined = undefined,
  M extends 'GET' | 'POST' = 'GET',
  O extends Fields = None,
>(
  base: string,
  declared: ListDeclaration<R, F, S, P, T, Q, O> & {
    /** A filter too large for a URL goes in a body. */
    method?: M
  },
): { list: ListEndpoint<R, F, S, P, T, Q, M, O>; export: FileEndpoint<F, S, P, Q, M, O> } {
  const { title, access, row, sort, search, period, totals, beside = [], path = `${base}/` } = declared
  const wrong = beside.find((name) => !(name in row.shape) || (sort as readonly string[]).includes(name))
  if (wrong !== undefined) throw new Error(`${title}: ${wrong} is no field of its rows, or orders them`)
  const filters = asking(declared.filters ?? ({} as F))
  const { page, per_page } = pageQuery.shape
  const asked = askedOf(declared)
  const posted = declared.method === 'POST'
  const method: Method = declared.method ?? 'GET'
  const shared = {
    method,
    access,
    ...(declared.reports && { reports: true as const }),
    ...(posted && { read_only: true as const }),
  }
  const place = (shape: Fields) => (posted ? { body: z.object(shape) } : { query: z.object(shape) })
  const file = endpoint<never, z.ZodType, z.ZodType, 'file'>({
    ...shared,
    path: declared.export_path ?? `${path.replace(/\/$/, '')}/export`,
    ...place(posted ? asked : { ...asked, ...exportFormat.shape }),
    ...(posted && { query: exportFormat }),
    response: 'file',
    summary: `${title}: todo lo filtrado, como archivo`,
  })
  const list = {
    ...endpoint<never, z.ZodType, z.ZodType, z.ZodType>({
      ...shared,
      path,
      ...(declared.coalesced && { coalesced: true as const }),
      ...place({ page, per_page, ...asked }),
      response: totals ? paged(row).extend({ totals: z.array(totals) }) : paged(row),
      summary: declared.summary ?? `${title}, por páginas`,
    }),
    list: {
      title,
      row,
      filters,
      search: search ?? null,
      sort,
      first: declared.first === undefined ? sort[0]! : declared.first,
      usual: declared.usual ?? null,
      period: period ?? null,
      totals: totals ?? null,
      ...(beside.length > 0 && { beside }),
      ...(declared.moves_seconds && { moves_seconds: declared.moves_seconds }),
      file,
    },
  }
  return { list, export: file } as never
}

/** The query of a list beside its page: order, search, filters and period. */
function askedOf({ sort, search, filters, of, period }: AskedDeclaration): Fields {
  return {
    ...(sort.length > 0 && {
      sort: z
        .enum([...sort, ...sort.map((one) => `-${one}`)], { error: 'No se puede ordenar por ese campo' })
        .optional()
        .meta({ description: 'Campo por el que se ordena; con un guion delante, al revés' }),
    }),
    ...(search !== undefined && { q: pageQuery.shape.q }),
    ...optional(filters ?? {}),
    ...of,
    ...(period && (period.needed ? ends(period) : optional(ends(period)))),
  }
}

const ends = ({ title }: PeriodFacts) => ({
  from: day.meta({ description: `${title}, desde` }),
  to: day.meta({ description: `${title}, hasta` }),
})

type Shown<F extends z.ZodObject> = {
  [K in keyof F['shape']]: z.ZodType<z.output<F['shape'][K]>, z.output<F['shape'][K]>>
}

/** The fields of a form as a row shows them: the same titles and looks, every value there. */
export function shownFields<F extends z.ZodObject>(form: F): Shown<F> {
  const fields = Object.entries(form.shape as Record<string, z.ZodType>).map(([name, schema]) => {
    const { type, innerType } = (schema as z.ZodType & { def: { type: string; innerType?: z.ZodType } }).def
    const whole = type === 'default' && innerType ? innerType : schema
    return [name, field(whole, titleOf(schema) ?? name, looksOf(schema))]
  })
  return Object.fromEntries(fields) as Shown<F>
}

type Filtered<F extends Fields> = { [K in keyof F]: z.ZodOptional<F[K]> }
export type WholeListEndpoint<R extends z.ZodObject, F extends Fields> = Declared<
  Endpoint<never, Asked<Filtered<F>>, never, z.ZodObject<{ data: z.ZodArray<R> }>>,
  ListFacts<R, F, never>
>

/** A list that comes whole, in an order of its own, and its file. */
export function wholeListEndpoint<R extends z.ZodObject, F extends Fields = Record<never, never>>(
  base: string,
  declared: Pick<
    ListDeclaration<R, F, never, undefined, undefined, undefined, None>,
    'title' | 'access' | 'row' | 'filters' | 'path' | 'summary'
  >,
): {
  list: WholeListEndpoint<R, F>
  export: Endpoint<never, Asked<Filtered<F> & FileShape>, never, 'file'>
} {
  const { row } = declared
  const { list, export: file } = listEndpoint(base, { ...declared, sort: [] })
  const { page: _page, per_page: _size, ...filters } = (list.query as z.ZodObject).shape
  return {
    list: {
      ...list,
      query: z.object(filters),
      response: z.object({ data: z.array(row) }),
      list: { ...list.list, whole: true },
    },
    export: file,
  } as never
}

/**
 * A field of a form is empty by itself; a filter made of it would always ask for what is empty. Without that default it
 * asks nothing until somebody does.
 */
function asking<F extends Fields>(filters: F): F {
  const asked = Object.entries(filters).map(([name, schema]) => {
    const isEmpty = schema instanceof z.ZodDefault && schema.safeParse(undefined).data === ''
    return [name, isEmpty ? field(schema.unwrap() as z.ZodType, titleOf(schema) ?? name, looksOf(schema)) : schema]
  })
  return Object.fromEntries(asked) as F
}

/** Filters as a query has them: none of them has to be given, and one with a default that chooses always has a value. */
export function optional<F extends Fields>(filters: F): { [K in keyof F]: Optional<F[K]> } {
  return Object.fromEntries(
    Object.entries(asking(filters)).map(([name, schema]) => [
      name,
      schema instanceof z.ZodDefault ? schema : schema.optional(),
    ]),
  ) as never
}
