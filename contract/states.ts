/**
 * What has states, declared once: which there are, which calls move a record from one to another and what each asks. From
 * it come the calls with their bodies, the server's conditional UPDATE (`workflow`), a row's actions, and the console's
 * buttons and dialogs (`workflowScreen`).
 */
import { z } from 'zod'
import type { Rule } from './access/rules.ts'
import { all, byId, endpoint, id, type Endpoint } from './endpoint.ts'
import type { HandleFacts, MoveFacts } from './move-facts.ts'
import { field, type Looks } from './field.ts'
import type { None } from './lists.ts'
import { remark } from './values/contact.ts'
import { instant } from './values/dates.ts'

interface StateFacts {
  label: string
  tone: NonNullable<Looks['tones']>[string]
}
type States = Readonly<Record<string, StateFacts>>

/** The field of a row that says its state, as a tag in words. */
export function stateField<const S extends States>(states: S, title = 'Estado') {
  const names = Object.keys(states) as [keyof S & string, ...(keyof S & string)[]]
  const of = (fact: keyof StateFacts) => Object.fromEntries(names.map((name) => [name, states[name]![fact]]))
  return field(z.enum(names), title, { labels: of('label'), tones: of('tone') as NonNullable<Looks['tones']> })
}

interface MoveDeclaration<S extends string> {
  from: readonly S[]
  to: S
  access: Rule
  label: string
  text: string
  summary: string
  danger?: true
  needs?: z.ZodObject
  moves_money?: true
  /** How it is called; `PUT` unless said. */
  method?: 'POST'
  /** Where it lies when not at `base/:id/name`; it has an `:id`. */
  path?: string
  /** A POST at this path in the place of that, which names the record in its body by this field. */
  posted?: { path: string; named: string }
}

type Needed<M> = M extends { needs: z.ZodObject<infer Shape> } ? Shape : None
type Named<M> = M extends { posted: { named: infer N extends string } } ? Record<N, typeof id> : None
/**
 * A move carries the version that its decision was made on: else one confirms what was edited meanwhile. One that names its
 * record in the body may leave it out, as callers from elsewhere do.
 */
type MoveBody<M> = z.ZodObject<
  { version: M extends { posted: object } ? z.ZodOptional<z.ZodNumber> : z.ZodNumber } & Named<M> & Needed<M>
>
export type MoveEndpoint<M, R extends z.ZodType> = Endpoint<
  M extends { posted: object } ? never : typeof byId,
  never,
  MoveBody<M>,
  R
> & { move: MoveFacts }

const version = (posted: object | undefined) => (posted ? z.number().int().optional() : z.number().int())

/** A call for each move, at `PUT base/:id/name` unless said; all answer the record as it is then. */
export function moves<
  S extends States,
  R extends z.ZodType,
  const M extends Record<string, MoveDeclaration<keyof S & string>>,
>(base: string, { row, moves: declared }: { states: S; row: R; moves: M }): { [K in keyof M]: MoveEndpoint<M[K], R> } {
  const built = Object.entries(declared).map(([name, one]) => {
    const { from, to, access, label, text, summary, danger, needs, moves_money, method = 'PUT', posted } = one
    const { path = `${base}/:id/${name}` } = one
    const facts: MoveFacts = { from, to, label, text, needs: needs ?? null, named: posted?.named ?? null }
    const call = endpoint<z.ZodType, never, z.ZodType, R>({
      method: posted ? 'POST' : method,
      path: posted?.path ?? path,
      access,
      ...(!posted && { params: byId }),
      body: z.object({ version: version(posted), ...(posted && { [posted.named]: id }), ...needs?.shape }),
      response: row,
      ...(moves_money && { moves_money }),
      summary,
    })
    return [name, { ...call, move: { ...facts, ...(danger && { danger }) } }]
  })
  return Object.fromEntries(built) as never
}

const rowsOf = (most: number) =>
  z
    .array(z.object({ id, version: z.number().int() }))
    .min(1)
    .max(most)

const outcome = z.object({
  id: z.number().int(),
  name: z.string(),
  done: z.boolean(),
  text: z.string(),
  /** Why not: a problem's code. */
  code: z.string().nullable(),
})
export type MoveOutcome = z.infer<typeof outcome>

/** One move of many records, each for itself: those that cannot be moved hold back no other. */
export function manyMoves<const N extends readonly [string, ...string[]]>(
  base: string,
  { access, moves: names, most, summary }: { access: Rule; moves: N; most: number; summary: string },
) {
  return {
    many: endpoint({
      method: 'POST',
      path: `${base}/many`,
      access,
      moves_money: true,
      body: z.object({ action: z.enum(names), rows: rowsOf(most) }),
      response: all(outcome),
      summary,
    }),
  }
}

type HandledMove = Pick<MoveDeclaration<string>, 'from' | 'to' | 'label' | 'text' | 'danger' | 'needs'>
/** What its moves ask, each of some of them. */
type Asked<M> = { [K in keyof M]: M[K] extends { needs: infer N extends z.ZodType } ? z.output<N> : never }[keyof M]
type Handled<M> = { action: keyof M & string; rows: { id: number; version: number }[] } & Partial<Asked<M>>
type HandleCall<M> = Endpoint<never, never, z.ZodType<Handled<M>, Handled<M>>, ReturnType<typeof all<typeof outcome>>>
/** With the general `handles` of an endpoint any name would be one of its moves. */
type HandleEndpoint<M> = Omit<HandleCall<M>, 'handles'> & { handles: HandleFacts<keyof M & string> }

/**
 * One call for all moves of records of one kind, of one as of many, each for itself: what a move asks is asked once. Of one
 * record alone its refusal is the call's.
 */
export function handled<const M extends Record<string, HandledMove>>(
  path: string,
  said: { access: Rule; of: HandleFacts['of']; moves: M; most: number; summary: string },
): HandleEndpoint<M> {
  const { access, of, most, summary } = said
  const declared: [string, HandledMove][] = Object.entries(said.moves)
  const moves = declared.map(([name, { from, to, label, text, danger, needs }]): [string, MoveFacts] => [
    name,
    { from, to, label, text, needs: needs ?? null, named: null, ...(danger && { danger }) },
  ])
  const asked = Object.assign({}, ...declared.map(([, { needs }]) => needs?.partial().shape)) as z.ZodRawShape
  const body = z
    .object({ action: z.enum(declared.map(([name]) => name)), rows: rowsOf(most), ...asked })
    .superRefine((given, context) => {
      const read = said.moves[given.action]?.needs?.safeParse(given)
      for (const { path, message } of read?.error?.issues ?? []) context.addIssue({ code: 'custom', path, message })
    })
  return {
    ...endpoint({ method: 'POST', path, access, moves_money: true, body, response: all(outcome), summary }),
    handles: { of, moves: Object.fromEntries(moves), most },
  } as never
}

const comment = z.object({
  id: z.number().int(),
  text: z.string(),
  /** Nobody's where it is somebody above. */
  by: z.string().nullable(),
  own: z.boolean(),
  at: instant,
})
export type ThreadComment = z.infer<typeof comment>
export const commentText = remark(500, 'Escriba el comentario').min(1, 'Escriba el comentario')

/** What people say about a record to each other, at `base/:id/comments`. */
export function thread(base: string, { access, of }: { access: Rule; of: string }) {
  const shared = { path: `${base}/:id/comments`, access, params: byId, response: all(comment) } as const
  return {
    comments: endpoint({ ...shared, method: 'GET', summary: `Lo que se ha dicho de ${of}` }),
    comment: endpoint({
      ...shared,
      method: 'POST',
      body: z.object({ text: commentText }),
      summary: `Comenta ${of}; contesta el hilo`,
    }),
  }
}

/** How many wait for whoever asks, whatever day they are from: what the menu counts. */
export function waiting(base: string, { access, summary }: { access: Rule; summary: string }) {
  return {
    waiting: endpoint({
      method: 'GET',
      path: `${base}/waiting`,
      access,
      response: z.object({ count: z.number().int(), oldest: instant.nullable() }),
      summary,
    }),
  }
}
