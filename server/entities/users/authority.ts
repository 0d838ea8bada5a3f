/** What changing a user is refused for: nobody raises or takes from who may more, and the banca keeps an administrator. */
import { sql } from 'drizzle-orm'
import { roleLabels, rolePartner, rules, outranks, type Authority } from '@contract/access/rules.ts'
import { userLink } from '@contract/links.ts'
import { partnerTypeLabels } from '@contract/partners.ts'
import type { UserRow } from '@contract/users.ts'
import type { Tx } from '../../platform/db/connect.ts'
import { within } from '../../platform/db/scope.ts'
import type { Context } from '../../platform/http/context.ts'
import { Problem } from '../../platform/http/problem.ts'
import { mustNotBeUnderOff } from '../../platform/lists/switched-off.ts'

/** What of a user decides what they may. */
export type UserPlace = Authority & Pick<UserRow, 'partner_id' | 'status'>

const [administrator] = rules.registryBanca.roles
const keepsRegistry = ({ role, manage_childs, status }: UserPlace) =>
  role === administrator && manage_childs && status === 'activo'

/** @throws Problem `user_above`, and `own_user` for the caller's own place */
export function mustOutrank({ session }: Pick<Context, 'session'>, user: UserRow, { own = false } = {}): void {
  if (!outranks(session, user))
    throw new Problem('user_above').noting({
      entity_id: user.id,
      title: 'Cambio rechazado de un usuario por encima',
      tried: `quiso cambiar a ${user.name} (${user.username}), que está por encima`,
      link: userLink(user.id),
    })
  if (!own && user.id === session.id) throw new Problem('own_user')
}

/**
 * Refuses what would leave the banca without an administrator who keeps the registry. Two who take each other out at
 * once wait for one another here. @throws Problem `last_admin`
 */
export async function keepAnAdministrator(tx: Tx, before: UserRow, after: UserPlace | null): Promise<void> {
  if (!keepsRegistry(before) || (after && keepsRegistry(after))) return
  const keepers = await tx.rows<{ id: number }>(sql`
    SELECT id FROM users WHERE role = ${administrator} AND manage_childs AND status = 'activo' ORDER BY id FOR UPDATE`)
  if (!keepers.some(({ id }) => id !== before.id)) throw new Problem('last_admin')
}

/** Whoever gives more than they have. */
function raising(path: 'role' | 'manage_childs' | 'awarding_results', what: string): Problem {
  const tried = `quiso dar a un usuario ${what}`
  return Problem.on(path, 'user_above').noting({ entity_id: path, title: 'Permiso rechazado a un usuario', tried })
}

/** @throws Problem `user_above` on the field that is above the caller */
export function mustGive(
  { session }: Pick<Context, 'session'>,
  { role, manage_childs, awarding_results }: Authority,
): void {
  const bare = { role, manage_childs: false, awarding_results: false }
  if (!outranks(session, bare)) throw raising('role', `el rol ${roleLabels[role]}`)
  if (manage_childs && !session.manage_childs) throw raising('manage_childs', 'un permiso que no tiene')
  if (awarding_results && !session.awarding_results) throw raising('awarding_results', 'un permiso que no tiene')
}

/** @throws Problem as `mustGive`, `not_found` and `role_elsewhere` on the partner */
async function mustFit(context: Context, place: UserPlace) {
  const { scope, db } = context
  const { role, partner_id } = place
  mustGive(context, place)
  const partner = await db.one<{ type: keyof typeof partnerTypeLabels }>(
    sql`SELECT p.type FROM partners p WHERE p.id = ${partner_id} AND ${within(scope, sql`p.id`)}`,
  )
  if (!partner) throw Problem.on('partner_id', 'not_found', 'Ese afiliado no existe o no está a su alcance.')
  if (partner.type !== rolePartner[role]) {
    const wanted = partnerTypeLabels[rolePartner[role]].toLowerCase()
    throw Problem.on('partner_id', 'role_elsewhere', `Ese rol es de un afiliado de tipo ${wanted}.`)
  }
}

/** What a saved user may become: `after` beside `before`, which a new one has not. */
export async function checkPlace(context: Context, after: UserPlace, before: UserRow | null): Promise<void> {
  if (before) {
    const isMoved = (['role', 'partner_id', 'manage_childs', 'awarding_results', 'status'] as const).some(
      (one) => after[one] !== before[one],
    )
    mustOutrank(context, before, { own: !isMoved })
    if (!isMoved) return
  }
  // What its partner is kept from, it would escape elsewhere.
  if (before && before.partner_id !== after.partner_id) await mustNotBeUnderOff(context, before.partner_id)
  await mustFit(context, after)
  if (before) await keepAnAdministrator(context.db, before, after)
}
