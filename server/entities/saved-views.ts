/** Saved views: each person's own, and those shared with its role from its partner upwards. */
import { sql, type SQL } from 'drizzle-orm'
import { allows, type Role } from '@contract/access/rules.ts'
import { screens } from '@contract/access/screens.ts'
import { mostViews, type SavedView, type savedViews } from '@contract/saved-views.ts'
import { fold } from '@contract/values/text.ts'
import { every, list } from '../platform/db/connect.ts'
import type { Context, Handlers } from '../platform/http/context.ts'
import { Problem } from '../platform/http/problem.ts'
import { refusingTaken } from '../platform/lists/versioned.ts'

type Caller = Pick<Context, 'db' | 'session'>

/** The caller's own views, and those of people at or above its partner that name its role. */
function seenBy({ session: { id, role, partner_id } }: Caller): SQL {
  return sql`(v.user_id = ${id} OR (v.shared_with <> '{}' AND ${role}::user_role = ANY (v.shared_with)
    AND u.partner_id IN (SELECT a.ancestor_id FROM partner_ancestors a WHERE a.partner_id = ${partner_id})))`
}

/** The views that a condition on `v` leaves, those of the caller first. */
async function read(caller: Caller, condition: SQL): Promise<SavedView[]> {
  const { id } = caller.session
  return caller.db.rows<SavedView>(sql`
    SELECT v.id, v.name, v.query, to_json(v.shared_with) AS shared_with, v.user_id = ${id} AS own, u.name AS by,
      EXISTS (SELECT 1 FROM usual_views s WHERE s.view_id = v.id AND s.user_id = ${id}) AS usual, v.updated_at
    FROM saved_views v JOIN users u ON u.id = v.user_id
    WHERE ${every(condition, seenBy(caller))} ORDER BY own DESC, v.name_key, v.id`)
}

/** @throws Problem `not_found` */
async function readOne(caller: Caller, id: number): Promise<SavedView> {
  const [found] = await read(caller, sql`v.id = ${id}`)
  if (!found) throw new Problem('not_found')
  return found
}

/** @throws Problem `forbidden` for a screen that the caller can't open: there is nothing to see of it */
function mustOpen({ session }: Caller, screen: string): void {
  const found = screens.find((one) => one.key === screen)
  if (!found || !allows(found.access, session)) throw new Problem('forbidden')
}

const roleList = (roles: readonly Role[]) => sql`${list([...new Set(roles)])}::text[]::user_role[]`
const taken = { saved_views_name: ['name', 'name_taken', 'Ya tiene una vista con ese nombre.'] } as const

export const savedViewsRoutes: Handlers<typeof savedViews> = {
  list: async (context, { query: { screen } }) => ({ data: await read(context, sql`v.screen = ${screen}`) }),
  create: async (context, { body: { screen, name, query, shared_with } }) => {
    const { db, session, audit } = context
    mustOpen(context, screen)
    // One person from many tabs at once: their views are counted one after another.
    await db.run(sql`SELECT 1 FROM users WHERE id = ${session.id} FOR NO KEY UPDATE`)
    const made = await refusingTaken(taken, () =>
      db.one<{ id: number }>(sql`
        INSERT INTO saved_views (user_id, screen, name, name_key, query, shared_with)
        SELECT ${session.id}, ${screen}, ${name}, ${fold(name)}, ${query}, ${roleList(shared_with)}
        WHERE (SELECT count(*) FROM saved_views WHERE user_id = ${session.id} AND screen = ${screen}) < ${mostViews} RETURNING id`),
    )
    if (!made) throw new Problem('too_many_views')
    const view = await readOne(context, made.id)
    audit({ entity_id: view.id, after: view })
    return view
  },
  update: async (context, { params: { id }, body: { name, query, shared_with } }) => {
    const { db, session, audit } = context
    const before = await readOne(context, id)
    const changed = await refusingTaken(taken, () =>
      db.run(sql`
        UPDATE saved_views SET name = ${name}, name_key = ${fold(name)}, query = ${query}, shared_with = ${roleList(shared_with)}, updated_at = now()
        WHERE id = ${id} AND user_id = ${session.id}`),
    )
    if (changed === 0) throw new Problem('not_found')
    const after = await readOne(context, id)
    audit({ entity_id: id, before, after })
    return after
  },
  remove: async (context, { params: { id } }) => {
    const { db, session, audit } = context
    const before = await readOne(context, id)
    const changed = await db.run(sql`DELETE FROM saved_views WHERE id = ${id} AND user_id = ${session.id}`)
    if (changed === 0) throw new Problem('not_found')
    audit({ entity_id: id, before })
    return { id }
  },
  choose: async (context, { body: { screen, view_id } }) => {
    const { db, session } = context
    mustOpen(context, screen)
    if (view_id === null) {
      await db.run(sql`DELETE FROM usual_views WHERE user_id = ${session.id} AND screen = ${screen}`)
      return { view_id }
    }
    const [found] = await read(context, sql`v.id = ${view_id} AND v.screen = ${screen}`)
    if (!found) throw new Problem('not_found')
    await db.run(sql`
      INSERT INTO usual_views (user_id, screen, view_id) VALUES (${session.id}, ${screen}, ${view_id})
      ON CONFLICT (user_id, screen) DO UPDATE SET view_id = excluded.view_id`)
    return { view_id }
  },
}
