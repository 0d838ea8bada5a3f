/**
 * Addresses as they once were, in colleagues' messages and bookmarks, and what they are called now.
 * Parameters had these names on whichever screen had them, and no other screen uses one of them.
 */
import { queryWith } from '@contract/address.ts'

const parameters: Readonly<Record<string, string>> = {
  cambio: 'change',
  carga: 'upload',
  clonar: 'clone',
  dia: 'day',
  moneda: 'currency',
  pagina: 'page',
  pote: 'jackpot',
  responsable: 'responsible',
  ronda: 'round',
  vista: 'view',
}

const segments: readonly [before: RegExp, now: string][] = [
  [/^(\/admin\/registry\/products\/[^/]+)\/horario$/, '$1/schedule'],
  [/^(\/admin\/registry\/products\/[^/]+)\/jugadas$/, '$1/bets'],
  [/^(\/admin\/registry\/products\/[^/]+)\/simbolos$/, '$1/symbols'],
]

/** Where an old address leads, or null for one that is current. A parameter that is there under both names keeps the new one. */
export function currentAddress(asked: { pathname: string; search: string; hash: string }): string | null {
  const pathname = segments.reduce((path, [before, now]) => path.replace(before, now), asked.pathname)
  const params = new URLSearchParams(asked.search)
  const old = [...params.keys()].filter((name) => Object.hasOwn(parameters, name))
  if (pathname === asked.pathname && old.length === 0) return null
  const renamed = Object.fromEntries(
    old.flatMap((name) => {
      const now = parameters[name]!
      return [
        [name, null],
        [now, params.get(params.has(now) ? now : name)],
      ]
    }),
  )
  const search = queryWith(asked.search, renamed)
  return `${pathname}${search && `?${search}`}${asked.hash}`
}
