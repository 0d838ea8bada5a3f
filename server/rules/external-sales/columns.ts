/** Where the table of a file begins, and which of its columns is what. Pure. */
import { externalFields, type ExternalField } from '@contract/external-file.ts'
import { headingOf, type Heading } from '@contract/external-headings.ts'
import { currencies, type Currency } from '@contract/values/currency.ts'
import { fold } from '@contract/values/text.ts'
import type { SheetCell, SheetRow } from '../../platform/files/reading/cells.ts'

/** What people said of names of columns, by the name folded; null for one that is not used. All others the vocabulary knows. */
export type KnownColumns = ReadonlyMap<string, ExternalField | null>

export interface TableHeader {
  /** Its line in the file. */
  n: number
  /** Names of the columns, in their order; empty where one has none. */
  names: string[]
}

/** Rows at the beginning among which the header is looked for. */
export const headerWithin = 60
/** Characters of a name; what is longer is no name. */
export const longestName = 120

/** A name without what nobody sees in it. */
export function cleanName(cell: SheetCell): string {
  return String(cell)
    .replace(/\p{Cf}|\p{Cc}/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
}

const namesOf = (cells: readonly SheetCell[]) => cells.map((cell) => cleanName(cell).slice(0, longestName))

function isKnown(name: string, known: KnownColumns): boolean {
  return known.get(fold(name)) !== undefined || headingOf(name) !== null
}

/** How much a name says: whose it is, whether it is a code or a name, of which currency. */
function saysOf(name: string): number {
  const heading = headingOf(name)
  if (!heading) return 0
  return [heading.rank < 9, heading.kind !== 'any', heading.currencies.length > 0].filter(Boolean).length
}

/**
 * A header of two lines has in the lower one what the upper one's merged cells leave open; and what stands there
 * alone may say too little: `Bs` under `Ventas` is `Ventas Bs`, `Ag.` under `Código` is `Código Ag.`.
 */
function withUpper(names: readonly string[], upper: readonly string[] | undefined, known: KnownColumns): string[] {
  const width = Math.max(names.length, upper?.length ?? 0)
  let over = ''
  return Array.from({ length: width }, (_none, at) => {
    const [name = '', above = ''] = [names[at], upper?.[at]]
    over = above || over
    // What stands further to the left is asked only for what is nothing by itself.
    const group = above || (isKnown(name, known) ? '' : over)
    const both = `${group} ${name}`
    const isMore = name && group && !known.has(fold(name)) && saysOf(both) > Math.max(saysOf(name), saysOf(group))
    return isMore ? both.slice(0, longestName) : name || above
  })
}

const fieldsIn = (names: readonly string[], known: KnownColumns) =>
  new Set(names.flatMap((name) => (name === '' ? [] : (claimOf(name, known)?.field ?? [])))).size

/**
 * The header among the first rows: the line that is said, or the one with the most known names; where hardly one is
 * known, the first line of three texts or more. Null where there is none.
 */
export function headerIn(first: readonly SheetRow[], known: KnownColumns, said: number | null): TableHeader | null {
  if (said !== null) {
    const row = first.find(({ n }) => n === said)
    return row ? { n: row.n, names: namesOf(row.cells) } : null
  }
  let best: { header: TableHeader; score: number; at: number } | null = null
  for (const [at, { n, cells }] of first.entries()) {
    const upper = first[at - 1]
    const names = withUpper(namesOf(cells), upper && namesOf(upper.cells), known)
    const score = fieldsIn(names, known)
    // The lower line of a header names as many, one of them better.
    const says = (all: readonly string[]) => all.reduce((sum, name) => sum + saysOf(name), 0)
    const isLower = best?.at === at - 1 && score === best.score && says(names) > says(best.header.names)
    if (score >= 2 && (isLower || score > (best?.score ?? 0))) best = { header: { n, names }, score, at }
  }
  if (best) return best.header
  const texts = first.find(
    ({ cells }) => cells.filter((cell) => typeof cell === 'string' && /\p{L}/u.test(cell)).length >= 3,
  )
  return texts ? { n: texts.n, names: namesOf(texts.cells) } : null
}

export interface Columns {
  /** Place of each field's column. */
  at: Partial<Record<ExternalField, number>>
  /** What each column is. */
  fields: (ExternalField | null)[]
  /** Fields that the file must have and has not, or that two columns claim. */
  missing: ExternalField[]
}

interface Claim extends Heading {
  /** A person said it. */
  said: boolean
}

function claimOf(name: string, known: KnownColumns): Claim | null {
  const said = known.get(fold(name))
  const heading = headingOf(name)
  if (said === undefined) return heading && { ...heading, said: false }
  return said === null ? null : { kind: 'any', rank: 0, currencies: [], ...heading, field: said, said: true }
}

type Placed = Claim & { place: number }

const labelOf = { agency: 'agency_label', product: 'product_label' } as const

/** What a person says goes before what a heading says; of several headings the lowest partner is meant. */
function strongest(claims: readonly Placed[]): Placed[] {
  const said = claims.filter((one) => one.said)
  if (said.length > 0) return said
  const rank = Math.min(...claims.map((one) => one.rank))
  return claims.filter((one) => one.rank === rank)
}

/** Of the columns of a partner or product: the one that tells which it is, a code before a name, and the one that is its name. */
function identified(claims: readonly Placed[]): { own: Placed[]; label: Placed | undefined } {
  const strong = strongest(claims)
  const coded = strong.filter((one) => one.kind === 'code')
  const own = coded.length > 0 && coded.length < strong.length ? coded : strong
  const [first, second] = own
  const label = claims.filter(
    (one) => !own.includes(one) && one.kind !== 'code' && (one.rank === 9 || one.rank === first?.rank),
  )
  return { own, label: second || label.length !== 1 ? undefined : label[0] }
}

/** The currency that all columns of amounts name; null where they name none, several, or a sign of two. */
export function currencyOfColumns(names: readonly string[], known: KnownColumns): Currency | null {
  const said = names.flatMap((name) => {
    const claim = name === '' ? null : claimOf(name, known)
    return claim && claim.currencies.length > 0 ? [claim.currencies] : []
  })
  const common = currencies.filter((one) => said.every((some) => some.includes(one)))
  return said.length > 0 && common.length === 1 ? common[0]! : null
}

/** What the columns are; `given` are the fields that a file need not have, since the system or the load says them. */
export function readColumns(names: readonly string[], known: KnownColumns, given: ReadonlySet<ExternalField>): Columns {
  const claims = names.flatMap((name, place) => {
    const claim = name === '' ? null : claimOf(name, known)
    return claim ? [{ ...claim, place }] : []
  })
  const at: Columns['at'] = {}
  const fields: Columns['fields'] = names.map(() => null)
  const missing: ExternalField[] = []
  const isGiven = (field: ExternalField) =>
    given.has(field) || (field === 'currency' && currencyOfColumns(names, known) !== null)
  for (const field of externalFields) {
    const all = claims.filter((claim) => claim.field === field)
    const isNamed = field === 'agency' || field === 'product'
    const { own, label } = isNamed ? identified(all) : { own: strongest(all), label: undefined }
    for (const { place } of own) fields[place] = field
    if (label && !claims.some((claim) => claim.said && claim.field === labelOf[field as keyof typeof labelOf])) {
      at[labelOf[field as keyof typeof labelOf]] = label.place
      fields[label.place] = labelOf[field as keyof typeof labelOf]
    }
    if (own.length === 1) at[field] = own[0]!.place
    else if (own.length > 1 || (isNeeded(field) && !isGiven(field))) missing.push(field)
  }
  return { at, fields, missing }
}

const isNeeded = (field: ExternalField) => ['day', 'agency', 'product', 'currency', 'sold'].includes(field)
