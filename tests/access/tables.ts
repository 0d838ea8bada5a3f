/**
 * The two access tables as they were agreed: who may call what, and who may open what. Everything
 * expected in these tests is computed from their rows and never from the product's own rules.
 */
import { readFileSync } from 'node:fs'

/** What a row asks of a caller. */
export interface Row {
  /** The words of the column `roles`, or one of the two that stand for everybody. */
  roles: 'public' | '*' | string[]
  manage_childs: boolean
  awarding_results: boolean
  denied_countries: string[]
}
export interface EndpointRow extends Row {
  method: string
  path: string
}
export interface ScreenRow extends Row {
  path: string
}

export interface Caller {
  role: string
  manage_childs: boolean
  awarding_results: boolean
  country_iso2: string
}

/** The rows of a table by its columns. */
function read(file: string): Record<string, string>[] {
  const [header = '', ...lines] = readFileSync(new URL(file, import.meta.url), 'utf8')
    .trim()
    .split(/\r?\n/)
  const names = header.split(',')
  return lines.map((line) => {
    const cells = line.split(',')
    if (cells.length !== names.length) throw new Error(`${file}: ${line}`)
    return Object.fromEntries(names.map((name, at) => [name, cells[at] ?? '']))
  })
}

function words(cell: string | undefined): string[] {
  return (cell ?? '').split(' ').filter(Boolean)
}

function rowOf(cells: Record<string, string>): Row {
  const roles = cells['roles'] ?? ''
  return {
    roles: roles === 'public' || roles === '*' ? roles : words(roles),
    manage_childs: cells['manage_childs'] === 'yes',
    awarding_results: cells['awarding_results'] === 'yes',
    denied_countries: words(cells['denied_countries']),
  }
}

export const endpointRows: readonly EndpointRow[] = read('access.csv').map((cells) => ({
  method: cells['method'] ?? '',
  path: cells['path'] ?? '',
  ...rowOf(cells),
}))
export const screenRows: readonly ScreenRow[] = read('screens.csv').map((cells) => ({
  path: cells['path'] ?? '',
  ...rowOf(cells),
}))

/** Does the row let this caller in? `null` is a caller without a session. */
export function admits(row: Row, caller: Caller | null): boolean {
  if (row.roles === 'public') return true
  if (!caller || (row.roles !== '*' && !row.roles.includes(caller.role))) return false
  if (row.manage_childs && !caller.manage_childs) return false
  if (row.awarding_results && !caller.awarding_results) return false
  return !row.denied_countries.includes(caller.country_iso2)
}

/** Every role with every combination of flags, in both countries. */
export const callers: readonly Caller[] = ['VE', 'PA'].flatMap((country_iso2) =>
  ['ADMIN_BANCA', 'SUPERV_BANCA', 'DISTRIBUIDOR', 'ADMIN_TAQUILLA', 'VEND_TAQUILLA', 'VEND_TAQUILLA_POLLA'].flatMap(
    (role) =>
      [true, false].flatMap((manage_childs) =>
        [true, false].map((awarding_results) => ({ role, manage_childs, awarding_results, country_iso2 })),
      ),
  ),
)

/** A caller in one word, for the tables that tests compare. */
export function nameOf({ role, manage_childs, awarding_results, country_iso2 }: Caller): string {
  return `${country_iso2} ${role}${manage_childs ? ' +manage_childs' : ''}${awarding_results ? ' +awarding_results' : ''}`
}
