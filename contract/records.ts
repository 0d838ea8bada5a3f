/** Records, declared once: one is shown, created, saved with the version that its edit began with, and removed. */
import { z } from 'zod'
import type { Rule } from './access/rules.ts'
import { byId, endpoint, type Endpoint } from './endpoint.ts'
import type { None } from './lists.ts'

type Versioned<F extends z.ZodObject, S extends z.ZodRawShape> = z.ZodObject<F['shape'] & { version: z.ZodNumber } & S>

/** What removing a record answers: it is gone, or, because something speaks of it, only switched off. */
export interface Removal {
  done: string
  kept?: string
  summary: string
}

interface RecordDeclaration<R, F, D, S> {
  /** Who reads one, and who writes it. */
  read: Rule
  write: Rule
  row: R
  /** What a person fills in; saving adds the `version` that the edit began with. */
  form: F
  /** What a save says beside the form. */
  saved?: S
  /** With its article: `un método de pago`. */
  one: string
  remove?: D
  /** A new one is made once, however often its button is pressed: it carries a key. */
  keyed?: true
  /** Whatever is done with one moves money: each call carries a key. */
  moves_money?: true
  /** The verbs whose paths are not the usual ones; `one` is that of all that speak of one record. */
  paths?: { create?: string; one?: string; update?: string; remove?: string }
  summaries?: { create?: string; update?: string }
}

type RecordEndpoints<R extends z.ZodObject, F extends z.ZodObject, D, S extends z.ZodRawShape> = {
  show: Endpoint<typeof byId, never, never, R>
  create: Endpoint<never, never, F, R>
  update: Endpoint<typeof byId, never, Versioned<F, S>, R>
} & (D extends Removal
  ? {
      remove: Endpoint<
        typeof byId,
        never,
        never,
        z.ZodObject<{
          id: z.ZodNumber
          result: z.ZodType<D['done'] | (D extends { kept: string } ? D['kept'] : never)>
        }>
      >
    }
  : Record<never, never>)

/** One record: shown and saved at `base/:id`, created at `base/`; an update names the version it began with. */
export function recordEndpoints<
  R extends z.ZodObject,
  F extends z.ZodObject,
  const D extends Removal | undefined = undefined,
  S extends z.ZodRawShape = None,
>(base: string, declared: RecordDeclaration<R, F, D, S>): RecordEndpoints<R, F, D, S> {
  const { read, write, row, form, saved, one, remove, keyed, moves_money, paths = {}, summaries = {} } = declared
  const carried = moves_money && { moves_money }
  const path = paths.one ?? `${base}/:id`
  const The = `${one[0]!.toUpperCase()}${one.slice(1)}`
  const built = {
    show: endpoint({ method: 'GET', path, access: read, params: byId, response: row, summary: The }),
    create: endpoint({
      method: 'POST',
      path: paths.create ?? `${base}/`,
      access: write,
      ...((keyed || moves_money) && { moves_money: true as const }),
      status: 201,
      body: form,
      response: row,
      summary: summaries.create ?? `Crea ${one}`,
    }),
    update: endpoint({
      method: 'PUT',
      path: paths.update ?? path,
      access: write,
      ...carried,
      params: byId,
      body: form.extend({ version: z.number().int(), ...saved }),
      response: row,
      summary: summaries.update ?? `Guarda ${one}`,
    }),
    ...(remove && {
      remove: endpoint({
        method: 'DELETE',
        path: paths.remove ?? path,
        access: write,
        ...carried,
        params: byId,
        response: z.object({
          id: z.number().int(),
          result: z.enum(remove.kept ? [remove.done, remove.kept] : [remove.done]),
        }),
        summary: remove.summary,
      }),
    }),
  }
  return built as never
}
