/** Before a user gets another place or role: what they see and do is another's from then on. */
import { wordOf } from '@contract/field.ts'
import { general } from '@contract/general.ts'
import { users, type UserRow } from '@contract/users.ts'
import type { ReadCall } from '@providers/queries.ts'
import type { Effect, Question } from '@/kit/page/confirm.tsx'

const { role: roles } = users.list.list.row.shape

/** What is asked before a save that moves a user or changes the role; null for any other. */
export async function askPlace(row: UserRow, body: object, read: ReadCall): Promise<Question | null> {
  const { partner_id = row.partner_id, role = row.role } = body as Partial<UserRow>
  const effects: Effect[] = []
  if (role !== row.role) effects.push({ label: 'Rol', before: wordOf(roles, row.role), after: wordOf(roles, role) })
  if (partner_id !== row.partner_id) {
    const { data } = await read(general.names, { query: { kind: 'partner', ids: [partner_id] } })
    effects.unshift({ label: 'Afiliado', before: row.partner_name, after: data[0]?.name ?? '' })
  }
  if (effects.length === 0) return null
  return {
    title: partner_id === row.partner_id ? `¿Cambiar el rol de ${row.name}?` : `¿Mover a ${row.name}?`,
    text: 'Desde que se guarde ve y hace lo de su lugar nuevo, y nada más del de antes. Lo que hizo y lo que vendió queda donde fue.',
    effects,
    action: partner_id === row.partner_id ? 'Cambiar el rol' : 'Mover',
  }
}
