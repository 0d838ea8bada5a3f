/** Saved views: each person's own, and those shared with its role from its partner upwards. */
import { sql, type SQL } from 'drizzle-orm'
import { allows, type Role } from '@contract/access/rules.ts'
import { screens } from '@contract/access/screens.ts'
import type { FileQuestion } from '@contract/files.ts'
import { mostFollowed, mostViews, type SavedView, type savedViews } from '@contract/saved-views.ts'
import { fold } from '@contract/values/text.ts'
import { every, json, list } from '../../platform/db/connect.ts'
import { namedWithin } from '../../platform/db/scope.ts'
import { parsedQuestion } from '../../platform/files/prepared/question.ts'
import type { Context, Handlers } from '../../platform/http/context.ts'
import { Problem } from '../../platform/http/problem.ts'
import { refusingDuplicates } from '../../platform/lists/versioned.ts'
import { lastMorning, visibleTo } from './mornings.ts'

type Caller = Pick<Context, 'scope' | 'db' | 'session'>

const seenBy = ({ session: { id, role, partner_id } }: Caller): SQL =>
  visibleTo({ id: sql`${id}::int`, role: sql`${role}::user_role`, partner_id: sql`${partner_id}::int` })

/** The views that a condition on `view` leaves, those of the caller first. */
async function read(caller: Caller, condition: SQL): Promise<SavedView[]> {
  const { id } = caller.session
  return caller.db.rows<SavedView>(sql`
    SELECT view.id, view.name, view.query, to_json(view.shared_with) AS shared_with, view.user_id = ${id} AS own,
      coalesce(${namedWithin(caller.scope, sql`author.partner_id`, sql`author.name`)}, 'Por encima de usted') AS by,
      EXISTS (SELECT 1 FROM usual_views usual WHERE usual.view_id = view.id AND usual.user_id = ${id}) AS usual,
      view.file IS NOT NULL AS sendable,
      EXISTS (SELECT 1 FROM view_followers follower WHERE follower.view_id = view.id AND follower.user_id = ${id}) AS followed,
      view.updated_at
    FROM saved_views view JOIN users author ON author.id = view.user_id
    WHERE ${every(condition, seenBy(caller))} ORDER BY own DESC, view.name, view.id`)
}

/** @throws Problem `not_found` */
async function readOne(caller: Caller, id: number): Promise<SavedView> {
  const [found] = await read(caller, sql`view.id = ${id}`)
  if (!found) throw new Problem('not_found')
  return found
}

/** @throws Problem `forbidden` for a screen that the caller can't open: there is nothing to see of it */
function mustOpen({ session }: Caller, screen: string): void {
  const found = screens.find((one) => one.key === screen)
  if (!found || !allows(found.access, session)) throw new Problem('forbidden')
}

/** A file's question as it is kept, checked as of now. @throws Problem as `parsedQuestion` does */
function kept({ session, today }: Pick<Context, 'session' | 'today'>, file: FileQuestion | null): SQL {
  if (file) parsedQuestion(file, session, today)
  return file ? json(file) : sql`NULL::jsonb`
}

const roleList = (roles: readonly Role[]) => sql`${list([...new Set(roles)])}::text[]::user_role[]`
const taken = { saved_views_name: ['name', 'name_taken', 'Ya tiene una vista con ese nombre.'] } as const

export const savedViewsRoutes: Handlers<typeof savedViews> = {
  list: async (context, { query: { screen } }) => ({ data: await read(context, sql`view.screen = ${screen}`) }),
  create: async (context, { body: { screen, name, query, shared_with, file } }) => {
    const { db, session, audit } = context
    mustOpen(context, screen)
    // One person from many tabs at once: their views are counted one after another.
    await db.run(sql`SELECT 1 FROM users WHERE id = ${session.id} FOR NO KEY UPDATE`)
    const made = await refusingDuplicates(taken, () =>
      db.one<{ id: number }>(sql`
        INSERT INTO saved_views (user_id, screen, name, name_key, query, shared_with, file)
        SELECT ${session.id}, ${screen}, ${name}, ${fold(name)}, ${query}, ${roleList(shared_with)}, ${kept(context, file ?? null)}
        WHERE (SELECT count(*) FROM saved_views WHERE user_id = ${session.id} AND screen = ${screen}) < ${mostViews} RETURNING id`),
    )
    if (!made) throw new Problem('too_many_views')
    const view = await readOne(context, made.id)
    audit({ entity_id: view.id, after: view })
    return view
  },
  update: async (context, { params: { id }, body: { name, query, shared_with, file } }) => {
    const { db, session, audit } = context
    const before = await readOne(context, id)
    const changed = await refusingDuplicates(taken, () =>
      db.run(sql`
        UPDATE saved_views SET name = ${name}, name_key = ${fold(name)}, query = ${query}, shared_with = ${roleList(shared_with)},
          file = ${file === undefined ? sql`file` : kept(context, file)}, updated_at = now()
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
  follow: async (context, { params: { id }, body: { follow, format, csv_style } }) => {
    const { db, session, now } = context
    const view = await readOne(context, id)
    if (follow && !view.sendable) throw new Problem('view_without_file')
    // One person from many tabs at once: what it follows is counted in one place.
    await db.run(sql`SELECT 1 FROM users WHERE id = ${session.id} FOR NO KEY UPDATE`)
    await db.run(sql`DELETE FROM view_followers WHERE view_id = ${id} AND user_id = ${session.id}`)
    if (follow) {
      const followed = await db.run(sql`
        INSERT INTO view_followers (view_id, user_id, format, csv_style, last_morning)
        SELECT ${id}, ${session.id}, ${format}, ${csv_style}, ${lastMorning(now, session.zone)}
        WHERE (SELECT count(*) FROM view_followers WHERE user_id = ${session.id}) < ${mostFollowed}`)
      if (followed === 0) throw new Problem('too_many_followed')
    }
    return readOne(context, id)
  },
  choose: async (context, { body: { screen, view_id } }) => {
    const { db, session } = context
    mustOpen(context, screen)
    if (view_id === null) {
      await db.run(sql`DELETE FROM usual_views WHERE user_id = ${session.id} AND screen = ${screen}`)
      return { view_id }
    }
    const [found] = await read(context, sql`view.id = ${view_id} AND view.screen = ${screen}`)
    if (!found) throw new Problem('not_found')
    await db.run(sql`
      INSERT INTO usual_views (user_id, screen, view_id) VALUES (${session.id}, ${screen}, ${view_id})
      ON CONFLICT (user_id, screen) DO UPDATE SET view_id = excluded.view_id`)
    return { view_id }
  },
}
