/** Users as their list and forms see them: those of the caller's subtree, with what the caller may do with each. */
import { sql } from 'drizzle-orm'
import { allows, outranks, type Who } from '@contract/access/rules.ts'
import type { SessionUser } from '@contract/session.ts'
import { users, type UserRow } from '@contract/users.ts'
import { formColumns, listing, readOne } from '../../platform/lists/listing.ts'
import { nameById } from '../../platform/lists/names.ts'
import { offAbove, type OffAbove } from '../../platform/lists/switched-off.ts'
import { under, within } from '../../platform/db/scope.ts'
import { mustBeWithin } from '../../rules/tree/reach.ts'

type Action = UserRow['actions'][number]
type Raw = Omit<UserRow, 'actions'> & OffAbove

/** By the rule of the call behind each, and by who stands over whom. A person's own place is changed by another. */
function actionsOn(row: Raw, who: Who & Pick<SessionUser, 'id'>): Action[] {
  const reach = allows(users.update.access, who) && outranks(who, row)
  const other = reach && row.id !== who.id
  const free = other && row.off_above === null
  const may: Record<Action, boolean> = {
    update: reach,
    password: other,
    sessions: reach,
    activate: free && row.status === 'inactivo',
    deactivate: free && row.status === 'activo',
    remove: free && row.last_sign_in_at === null,
  }
  return (Object.keys(may) as Action[]).filter((action) => may[action])
}

export const userList = listing(users.list, {
  from: ({ asked: { sort } }) =>
    sort?.endsWith('partner_name') ? sql`users u JOIN partners seat ON seat.id = u.partner_id` : sql`users u`,
  columns: ({ scope }) => sql`
    ${formColumns('u', users.create.body!)}, u.id, ${offAbove(scope, sql`u.off_by`)} AS off_above, p.name AS partner_name,
    u.last_sign_in_at, u.password_must_change, u.created_at, u.version,
    (SELECT count(*)::int FROM session_families f WHERE f.user_id = u.id AND f.ended_at IS NULL AND f.expires_at > now()) AS sessions`,
  shown: { row: sql`u`, tables: sql`LEFT JOIN partners p ON p.id = u.partner_id` },
  key: sql`u.id`,
  ties: 'ascending',
  scope: (scope) => within(scope, sql`u.partner_id`),
  filter: {
    role: (role) => sql`u.role = ${role}`,
    status: (status) => sql`u.status = ${status}`,
    partner_id: async (partner_id, { scope, db }) => {
      await mustBeWithin(scope, db, partner_id)
      return under(partner_id, sql`u.partner_id`)
    },
  },
  order: {
    username: sql`u.username`,
    name: sql`u.name`,
    role: sql`u.role`,
    partner_name: sql`seat.name`,
    status: sql`u.status`,
    last_sign_in_at: sql`u.last_sign_in_at`,
    created_at: sql`u.created_at`,
  },
  search: { folded: [sql`u.search_key`] },
  named: { partner_id: (id) => nameById('partners', id) },
  toRow: (raw: Raw, { session }): UserRow => {
    const { off_above: _above, ...row } = raw
    return { ...row, actions: actionsOn(raw, session) }
  },
})

/** One user within reach. @throws Problem `not_found` */
export const userOf = readOne(userList)
