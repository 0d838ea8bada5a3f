/** Values as they were recorded once, read by what the contract says of fields of their name today. */
import { z } from 'zod'
import { fieldKind, itemOf, looksOf, titleOf, wordOf } from '@contract/field.ts'
import { formatDay, formatInstant } from '@contract/values/dates.ts'
import { formatDecimal } from '@contract/values/money.ts'

type Fields = ReadonlyMap<string, z.ZodType>

/** What every record has and no form shows. */
const common: Readonly<Record<string, string>> = {
  id: 'Número',
  version: 'Versión',
  actions: 'Permite',
  // Of a change over many.
  filter: 'Filtro',
  q: 'Búsqueda',
  change: 'Cambio',
  kind: 'Qué hace',
  field: 'Qué cambia',
  value: 'Valor',
  percent: 'Porcentaje',
  rate: 'Tasa',
  points: 'Puntos',
  of: 'A',
  matched: 'Filas del filtro',
  changed: 'Filas que cambiaron',
}
const commonWords: Readonly<Record<string, string>> = {
  set: 'Fija',
  inherit: 'Hereda de nuevo',
  percent: 'Suma un porcentaje',
  points: 'Suma puntos',
}
/** How a request came in: no part of what is told. */
const envelope = new Set(['body', 'params', 'query'])
const decimal = /^-?\d+(\.\d+)?$/
const day = /^\d{4}-\d{2}-\d{2}$/
const instant = z.iso.datetime({ offset: true })

/** `Ofertas › 2 › Multiplicador`: each part by its title, or by its name where nothing is known of it. */
export function recordedLabel(fields: Fields, path: readonly string[]): string {
  const parts = path.length > 1 && envelope.has(path[0]!) ? path.slice(1) : path
  return parts.map((part) => titleOf(fields.get(part)) ?? common[part] ?? part).join(' › ')
}

/** A value in words where it is what its field would hold; otherwise as it is. */
export function recordedWords(fields: Fields, path: readonly string[], value: unknown, zone: string): string {
  const schema = fields.get(path.at(-1) ?? '')
  if (typeof value === 'boolean') return value ? 'Sí' : 'No'
  if (typeof value === 'object') return JSON.stringify(value)
  const text = String(value)
  if (instant.safeParse(value).success) return formatInstant(text, zone)
  if (day.test(text)) return formatDay(text)
  if (path.at(-2) === 'change' && path.at(-1) === 'kind') return commonWords[text] ?? text
  if (schema === undefined) return text
  const kind = fieldKind(schema)
  if ((kind === 'money' || kind === 'percent' || kind === 'decimal') && decimal.test(text))
    return `${formatDecimal(text)}${kind === 'percent' ? ' %' : ''}`
  return looksOf(schema).labels ? wordOf(schema, text) : wordOf(itemOf(schema), text)
}
