/** What the cells of a workbook mean, each by its field: the value, or why it is none. */
import { z } from 'zod'
import { roleLabels, roles, type Role } from '@contract/access/rules.ts'
import { agencies } from '@contract/agencies.ts'
import { distributors } from '@contract/distributors.ts'
import type { NetworkSheet } from '@contract/network-sheets.ts'
import { partnerFields } from '@contract/partner-fields.ts'
import { statusLabels, statuses } from '@contract/partners.ts'
import { ticketOffices } from '@contract/ticket-offices.ts'
import { users } from '@contract/users.ts'
import { readPercent } from '@contract/values/amount-text.ts'
import { currencies, currencyFacts, type Currency } from '@contract/values/currency.ts'
import { fold } from '@contract/values/text.ts'
import type { SheetCell } from '../../platform/files/reading/cells.ts'

/** A value that was understood, or what is wrong with the cell. */
export type Read = { value: unknown } | { fault: string }

const byWord = <V>(words: readonly (readonly [word: string, value: V])[]) =>
  new Map(words.map(([word, value]) => [fold(word), value]))

function choice<V>(words: ReadonlyMap<string, V>, wanted: string) {
  return (cell: SheetCell): Read => {
    const value = words.get(fold(String(cell)).replace(/_/g, ' '))
    return value === undefined ? { fault: `No se entiende. Escriba ${wanted}.` } : { value }
  }
}

const by =
  (schema: z.ZodType) =>
  (cell: SheetCell): Read => {
    const { success, data, error } = schema.safeParse(String(cell))
    return success ? { value: data } : { fault: error.issues[0]?.message ?? 'No es válido' }
  }

const currencyWords = byWord<Currency>(
  currencies.flatMap((one) => {
    const { name } = currencyFacts[one]
    return [one, name, name.split(' ')[0]!, name.replace(/es$/, '').replace(/s$/, '')].map(
      (word) => [word, one] as const,
    )
  }),
)
const currencyWanted = currencies.join(', ')

/** `BS, USD`, `Bolívares y Dólares`: each once, in the order of the business. */
function currencyList(cell: SheetCell): Read {
  const words = String(cell)
    .replace(/\s+/g, ' ')
    .split(/[,;/+|]| y | (?=[A-Z]{2,3}\b)/)
    .map((word) => word.trim())
    .filter(Boolean)
  const found = words.map((word) => currencyWords.get(fold(word)))
  const unknown = words.find((_, at) => found[at] === undefined)
  if (unknown !== undefined) return { fault: `«${unknown.slice(0, 20)}» no es una moneda. Escriba ${currencyWanted}.` }
  return { value: currencies.filter((one) => found.includes(one)) }
}

const flags = choice(
  byWord<boolean>([
    ...['Sí', 'S', 'Verdadero', '1', 'X'].map((word) => [word, true] as const),
    ...['No', 'N', 'Falso', '0'].map((word) => [word, false] as const),
  ]),
  'Sí o No',
)
const statusOf = choice(
  byWord(
    statuses.flatMap((one) => [one, statusLabels[one], one.replace(/o$/, 'a')].map((word) => [word, one] as const)),
  ),
  'Activo o Inactivo',
)
const roleOf = choice(
  byWord<Role>(roles.flatMap((one) => [one.replace(/_/g, ' '), roleLabels[one]].map((word) => [word, one] as const))),
  Object.values(roleLabels).join(', '),
)

/**
 * `12`, `12,5`, `12.5 %`, as a decimal string. A sheet that shows 12 % holds 0.12, and so does one that means twelve
 * hundredths of one per cent: a number below one is asked about.
 */
function percentOf(cell: SheetCell): Read {
  const clear = 'Escriba el porcentaje como texto: 0,5 % o 12 %.'
  if (typeof cell === 'number' && cell > 0 && cell < 1)
    return {
      fault: `${String(cell).replace('.', ',')} puede ser ${formatted(cell * 100)} % o ${formatted(cell)} %. ${clear}`,
    }
  const value = readPercent(String(cell))
  return value === null ? { fault: 'No es un porcentaje de hasta cuatro decimales, como 12 o 12,5.' } : { value }
}
const formatted = (value: number) => String(Math.round(value * 10_000) / 10_000).replace('.', ',')

const kinds = (words: readonly string[], more: readonly (readonly [string, string])[]) =>
  choice(byWord([...words.map((word) => [word.replace(/_/g, ' '), word] as const), ...more]), words.join(', '))

const free = (longest: number) => by(z.string().trim().max(longest, `Máximo ${longest} caracteres`))
const userForm = users.create.body!.shape

/** A column that is called as a field of a partner's form holds what that field takes. */
const partnerReaders = (form: z.ZodObject) => ({
  ...Object.fromEntries(
    Object.entries({ ...partnerFields, ...form.shape }).map(([field, schema]) => [field, by(schema as z.ZodType)]),
  ),
  father: free(80),
  currencies: currencyList,
  state: free(80),
  municipality: free(80),
  status: statusOf,
})
const readers: Record<NetworkSheet, Readonly<Record<string, (cell: SheetCell) => Read>>> = {
  distribuidores: partnerReaders(distributors.create.body!),
  agencias: { ...partnerReaders(agencies.create.body!), prepaid: flags },
  taquillas: partnerReaders(ticketOffices.create.body!),
  usuarios: {
    username: by(userForm.username),
    name: by(userForm.name),
    role: roleOf,
    partner: free(80),
    manage_childs: flags,
    awarding_results: flags,
    email: by(userForm.email),
    status: statusOf,
  },
  comisiones: {
    partner: free(80),
    product: free(80),
    bet_type: free(80),
    currency: choice(currencyWords, currencyWanted),
    commission_kind: kinds(
      ['VENTA', 'UTILIDAD'],
      [
        ['Ventas', 'VENTA'],
        ['Sobre venta', 'VENTA'],
        ['Sobre utilidad', 'UTILIDAD'],
      ],
    ),
    commission_percent: percentOf,
    participation_kind: kinds(
      ['COMPARTIDA', 'SOLO_POSITIVA', 'ARRASTRE'],
      [
        ['Solo positiva', 'SOLO_POSITIVA'],
        ['Con arrastre', 'ARRASTRE'],
        ['Pérdida compartida', 'COMPARTIDA'],
      ],
    ),
    participation_percent: percentOf,
    own: flags,
  },
}

export function readCell(sheet: NetworkSheet, field: string, cell: SheetCell): Read {
  return readers[sheet][field]!(cell)
}
