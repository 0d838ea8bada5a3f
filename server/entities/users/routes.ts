/** Users of the caller's subtree. Each change is checked against who stands over whom (`authority.ts`). */
import { sql } from 'drizzle-orm'
import { users, type UserRow } from '@contract/users.ts'
import type { Context, Handlers } from '../../platform/http/context.ts'
import { listOf } from '../../platform/lists/list-of.ts'
import { mustNotBeOffAbove, offByOf } from '../../platform/lists/switched-off.ts'
import { removing, versioned } from '../../platform/lists/versioned.ts'
import { endFamilies } from '../../platform/session/families.ts'
import { metricsOf, sessionsOf } from './activity.ts'
import { giveOneTime } from './password.ts'
import { userList, userOf } from './queries.ts'
import { checkPlace, keepAnAdministrator, mustOutrank } from './authority.ts'

/** What the audit log keeps: what people decided, not what happens by itself. */
const trace = ({ sessions: _sessions, actions: _actions, ...row }: UserRow) => row

/** A permission that a role does not have is not null: it is no. */
const placed = <F extends { manage_childs: boolean; awarding_results: boolean }>(form: F): F => ({
  ...form,
  manage_childs: form.manage_childs ?? false,
  awarding_results: form.awarding_results ?? false,
})

const saved = versioned(users, {
  table: 'users',
  switched: 'users',
  read: userOf,
  write: placed,
  // No password matches it: the first one follows in the same transaction.
  added: () => ({ password_hash: '' }),
  unique: { users_username_key: ['username', 'username_taken'] },
  check: (context, form, before) => checkPlace(context, placed(form), before),
  trace,
  significant: () => true,
})

const remove = removing({
  table: 'users',
  switched: 'users',
  read: userOf,
  done: 'eliminado',
  kept: 'desactivado',
  trace,
})

async function switchTo(context: Context, id: number, status: UserRow['status']): Promise<UserRow> {
  const { scope, db, audit } = context
  const before = await userOf(context, id)
  mustOutrank(context, before)
  await keepAnAdministrator(db, before, { ...before, status })
  if (status === 'activo') await mustNotBeOffAbove(context, 'users', id)
  const changed = await db.run(sql`
    UPDATE users
    SET status = ${status}, off_by = ${offByOf(scope, status)}, version = version + 1, updated_at = now()
    WHERE id = ${id} AND status <> ${status}`)
  const after = await userOf(context, id)
  audit({ entity_id: id, before: trace(before), after: trace(after), significant: changed > 0 })
  return after
}

export const usersRoutes: Handlers<typeof users> = {
  ...listOf(userList),
  show: saved.show,
  update: saved.update,
  create: async (context, input) => {
    const { id } = await saved.create(context, input)
    const one_time_password = await giveOneTime(context, await userOf(context, id))
    return { ...(await userOf(context, id)), one_time_password }
  },
  status: (context, { params, body }) => switchTo(context, params.id, body.status),
  remove: async (context, input) => {
    const user = await userOf(context, input.params.id)
    mustOutrank(context, user)
    await keepAnAdministrator(context.db, user, null)
    // Whoever entered once did something that speaks of them.
    if (user.last_sign_in_at === null && !(await hasSold(context, user))) return remove(context, input)
    await switchTo(context, user.id, 'inactivo')
    return { id: user.id, result: 'desactivado' }
  },
  password: async (context, { params: { id } }) => {
    const user = await userOf(context, id)
    mustOutrank(context, user)
    const one_time_password = await giveOneTime(context, user)
    context.audit({
      entity_id: id,
      before: { username: user.username, password_must_change: user.password_must_change },
      after: { username: user.username, password_must_change: true },
      significant: true,
    })
    return { one_time_password }
  },
  metrics: async (context, { params: { id } }) => metricsOf(context.db, await userOf(context, id)),
  sessions: async (context, { params: { id } }) => {
    await userOf(context, id)
    return sessionsOf(context.db, id)
  },
  endSessions: async (context, { params: { id }, query: { session_id } }) => {
    const user = await userOf(context, id)
    mustOutrank(context, user, { own: true })
    const ended = await endFamilies(context.db, 'desconexion', { user_id: id, family_id: session_id })
    context.audit({
      entity_id: id,
      before: { username: user.username, sessions: user.sessions },
      after: { username: user.username, sessions: (await userOf(context, id)).sessions, ended },
      significant: ended > 0,
    })
    return { ended }
  },
}

/** Tickets name their seller without a reference that the database would keep. */
async function hasSold({ db }: Context, { id, partner_id }: UserRow): Promise<boolean> {
  return (
    (await db.one(sql`SELECT 1 FROM tickets WHERE office_id = ${partner_id} AND seller_id = ${id} LIMIT 1`)) !==
    undefined
  )
}
