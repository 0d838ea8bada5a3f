/**
 * What is known by a number and read by a name. A name is asked of `general.names` where no choice holds it, and a number
 * never stands in its place; what is switched off is marked, and stands after the rest where the past is looked at.
 */

/** What a number may stand for, and what stands there when nothing within reach has it. */
export const unknownNames = {
  partner: 'Afiliado no disponible',
  product: 'Producto no disponible',
  bet_type: 'Jugada no disponible',
  draw: 'Sorteo no disponible',
  user: 'Usuario no disponible',
  system: 'Sistema no disponible',
  state: 'Región no disponible',
  municipality: 'Municipio no disponible',
} as const
export type NamedKind = keyof typeof unknownNames
export const namedKinds = Object.keys(unknownNames) as [NamedKind, ...NamedKind[]]

interface Switchable {
  name: string
  status?: 'activo' | 'inactivo' | undefined
}

/** `Lotto Activo (inactivo)`; the tables say the same in `markedName` of the server. */
export function markedName({ name, status }: Switchable): string {
  return status === 'inactivo' ? `${name} (inactivo)` : name
}

/** Those switched off after the rest, all else in its order. */
export function activeFirst<T extends Switchable>(rows: readonly T[]): T[] {
  const isOff = ({ status }: T) => status === 'inactivo'
  return [...rows.filter((one) => !isOff(one)), ...rows.filter(isOff)]
}

/** What may be chosen where the past is looked at: what is switched off too, marked and after the rest. */
export function pastOptions(rows: readonly (Switchable & { id: number })[]): { value: number; label: string }[] {
  return activeFirst(rows).map((one) => ({ value: one.id, label: markedName(one) }))
}
