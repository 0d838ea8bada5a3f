/**
 * The URL as the state of a view: filters, page, sort, tab and open dialog. A link sent to a
 * colleague opens the same view, and the browser's back button undoes a filter.
 */
import { useCallback, useEffect, useMemo } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { z } from 'zod'
import { queryWith, addressText, type AddressValue } from '@contract/address.ts'
import { titleOf } from '@contract/field.ts'
import { useReportFaults, type LinkFault } from './link-faults.tsx'

type UrlSchema = z.ZodObject<Record<string, z.ZodType>>

interface SetOptions {
  /** Replaces the history entry: for what a person types letter by letter. */
  replace?: boolean
  /** Keeps `page`. Without it any change starts from the first page, as another list is shown. */
  keep_page?: boolean
}

export type SetUrlState<S> = (partial: Partial<S>, options?: SetOptions) => void

function defaultOf(field: z.ZodType): unknown {
  const parsed = field.safeParse(undefined)
  return parsed.success ? parsed.data : undefined
}

/**
 * The state in a query string. Each field is read on its own: one that is not valid falls back to
 * its default without costing the others.
 */
export function readUrlState<T extends UrlSchema>(schema: T, search: string): z.output<T> {
  const params = new URLSearchParams(search)
  const state: Record<string, unknown> = {}
  for (const [key, field] of Object.entries(schema.shape)) {
    const raw = params.get(key)
    const parsed = raw === null ? null : field.safeParse(raw)
    state[key] = parsed?.success ? parsed.data : defaultOf(field)
  }
  return state as z.output<T>
}

/** What a query string says that its schema does not take, by the title people know the field under. */
function faultsIn(schema: UrlSchema, search: string): LinkFault[] {
  const params = new URLSearchParams(search)
  return Object.entries(schema.shape).flatMap(([name, field]) => {
    const raw = params.get(name)
    if (raw === null || field.safeParse(raw).success) return []
    const text = `${titleOf(field) ?? name} «${raw.slice(0, 60)}» en el enlace: no es un valor posible y no se aplica.`
    return [{ names: [name], text }]
  })
}

const nothing: LinkFault[] = []

/**
 * The query string after a change. What equals its default is left out, so a list on its defaults
 * has a bare address; parameters of other schemas stay.
 */
export function writeUrlState<T extends UrlSchema>(
  schema: T,
  search: string,
  partial: Partial<z.output<T>>,
  keepPage = false,
): string {
  const changes: Record<string, string | null> = !keepPage && !('page' in partial) ? { page: null } : {}
  for (const [key, value] of Object.entries(partial)) {
    const field = schema.shape[key]
    // What another part of the screen reads can be taken away from here: an order that another list has not.
    if (!field && value === undefined) changes[key] = null
    if (!field) continue
    const text = addressText(value as AddressValue)
    changes[key] = text === addressText(defaultOf(field) as AddressValue) ? null : text
  }
  return queryWith(search, changes)
}

/** Two changes in one tick build on each other and are one step of the history: the second would otherwise start from the old address. */
let unrendered: { key: string; from: string; search: string } | null = null

/**
 * The part of the URL that `schema` describes, and its setter. Fields need a default or must be
 * optional; numbers are declared with `z.coerce` because a URL holds text. The page says what cannot be read;
 * `faulty` finds that where fields hang together.
 */
export function useUrlState<T extends UrlSchema>(
  schema: T,
  faulty: (schema: UrlSchema, search: string) => LinkFault[] = faultsIn,
): [z.output<T>, SetUrlState<z.output<T>>] {
  const location = useLocation()
  const faults = useMemo(() => {
    const found = faulty(schema, location.search)
    return found.length > 0 ? found : nothing
  }, [faulty, schema, location.search])
  useReportFaults(faults)
  const navigate = useNavigate()
  const state = useMemo(() => readUrlState(schema, location.search), [schema, location.search])

  useEffect(() => {
    unrendered = null
  }, [location.key, location.search])

  const set = useCallback<SetUrlState<z.output<T>>>(
    (partial, options) => {
      const building = unrendered?.key === location.key && unrendered.from === location.search ? unrendered : null
      const current = building?.search ?? location.search
      const next = writeUrlState(schema, current, partial, options?.keep_page)
      if (next === current.replace(/^\?/, '')) return
      unrendered = { key: location.key, from: location.search, search: next }
      void navigate(
        { pathname: location.pathname, search: next },
        { replace: building !== null || options?.replace === true, state: location.state },
      )
    },
    [schema, location, navigate],
  )
  return [state, set]
}
