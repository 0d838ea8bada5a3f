/** Versions of the terminals' software: who uploads one, to whom it goes out, and what the terminals ask. */
import { sql } from 'drizzle-orm'
import type { ReceivedFile } from '@contract/endpoint.ts'
import type { UpdateDetail } from '@contract/software.ts'
import { updates } from '@contract/updates.ts'
import { list as listOfValues } from '../../platform/db/connect.ts'
import { within } from '../../platform/db/scope.ts'
import type { Context, Handlers } from '../../platform/http/context.ts'
import { Problem } from '../../platform/http/problem.ts'
import { listOf } from '../../platform/lists/list-of.ts'
import { changedMeanwhile } from '../../platform/lists/versioned.ts'
import { movedAlready, workflow } from '../../platform/lists/workflow.ts'
import { analyze } from './analyze.ts'
import { softwareOffices, versionDetail, readVersion, versionList, whereItStands } from './lists.ts'
import { discardNow, giveUp } from './stored.ts'
import { askWhich, takeVersion } from './terminal.ts'
import { announce, keepPart } from './upload.ts'

const { list, export: listExport } = listOf(versionList)
const { list: offices, export: officesExport } = listOf(softwareOffices)

/** What the log keeps of a version: what somebody decided of it. */
const kept = [
  'filename',
  'package',
  'version_code',
  'version_name',
  'state',
  'channel',
  'share',
  'partners',
  'notes',
] as const satisfies readonly (keyof UpdateDetail)[]
const trace = (version: UpdateDetail) => Object.fromEntries(kept.map((name) => [name, version[name]]))

const anyState = () => null

const flow = workflow(updates, {
  table: 'software_versions',
  read: versionDetail,
  name: ({ version_name, filename }) => version_name ?? filename,
  refused: { rollout: anyState, halt: anyState, withdraw: anyState },
  trace,
  waits: { when: () => sql`waiting.state = 'lista'`, since: sql`waiting.created_at` },
  moves: {
    rollout: {
      set: ({ channel, share, partner_ids }) => ({
        channel,
        share,
        partner_ids: sql`${listOfValues([...new Set(partner_ids)])}::int[]`,
      }),
    },
    halt: {},
    withdraw: {},
  },
})

type Calls = Handlers<typeof updates>

/** @throws Problem `not_found` for a partner that is not there, and as a move */
const rollout: Calls['rollout'] = async (context, input) => {
  const ids = [...new Set(input.body.partner_ids)]
  const found = await context.db.rows(
    sql`SELECT 1 FROM partners partner WHERE partner.id = ANY (${listOfValues(ids)}::int[]) AND ${within(context.scope, sql`partner.id`)}`,
  )
  if (found.length < ids.length) throw Problem.on('partner_ids', 'not_found')
  return flow.handlers.rollout(context, input)
}

const update: Calls['update'] = async (context, { params: { id }, body: { notes, version } }) => {
  const before = await versionDetail(context, id)
  const saved = await context.db.run(sql`
    UPDATE software_versions SET notes = ${notes}, version = version + 1, updated_at = now()
    WHERE id = ${id} AND version = ${version} AND state <> 'subiendo'`)
  const after = await versionDetail(context, id)
  if (saved === 0) throw changedMeanwhile(after)
  context.audit({ entity_id: id, before: trace(before), after: trace(after) })
  return after
}

/** @throws Problem `not_found`, `moved_already` for one that went out */
async function remove(context: Context, id: number): Promise<{ id: number }> {
  const before = await versionDetail(context, id)
  const { count, names } = await giveUp(context.db, sql`id = ${id} AND state IN ('subiendo', 'lista')`)
  if (count === 0) throw movedAlready(await readVersion(context, id))
  context.audit({ entity_id: id, before: trace(before) })
  // Where the store is away the clock comes back to it.
  const { db, objects } = context.wire.database
  if (objects) for (const name of names) context.afterwards(() => discardNow(db, objects, name))
  return { id }
}

/** Puts offices in a channel. @throws Problem `not_found` where one of them is none */
const channel: Calls['channel'] = async ({ db, scope, audit }, { body: { ids, channel: to } }) => {
  const wanted = [...new Set(ids)]
  const there = await db.rows<{ id: number; channel: string }>(sql`
    SELECT office.partner_id AS id, coalesce(said.channel, 'estable') AS channel
    FROM ticket_offices office LEFT JOIN software_offices said ON said.office_id = office.partner_id
    WHERE office.partner_id = ANY (${listOfValues(wanted)}::int[]) AND ${within(scope, sql`office.partner_id`)}`)
  if (there.length < wanted.length) throw new Problem('not_found')
  const changed = there.filter((one) => one.channel !== to)
  await db.run(sql`
    INSERT INTO software_offices AS own (office_id, channel) SELECT id, ${to}
    FROM unnest(${listOfValues(changed.map(({ id }) => id))}::int[]) AS changed(id)
    ON CONFLICT (office_id) DO UPDATE SET channel = excluded.channel`)
  for (const { id, channel: from } of changed)
    audit({ entity_id: id, before: { channel: from }, after: { channel: to } })
  return { changed: changed.length }
}

export const updatesRoutes: Calls = {
  list,
  export: listExport,
  show: (context, { params: { id } }) => whereItStands(context, id),
  create: announce,
  part: (context, input) => keepPart(context, input, (input as unknown as ReceivedFile).body),
  analyze,
  update,
  remove: (context, { params: { id } }) => remove(context, id),
  ...flow.handlers,
  rollout,
  offices,
  officesExport,
  channel,
  ask: (context, { body }) => askWhich(context, body),
  download: takeVersion,
}
