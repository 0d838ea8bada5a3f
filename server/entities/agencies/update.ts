/** Saves an agency: its data, its status, its father. One conditional UPDATE decides between two people. */
import { sql } from 'drizzle-orm'
import type { AgencyRow, agencies } from '@contract/agencies.ts'
import type { Received } from '@contract/endpoint.ts'
import type { Currency } from '@contract/values/currency.ts'
import { fold } from '@contract/values/text.ts'
import { list, type Executor } from '../../platform/db/connect.ts'
import type { Context } from '../../platform/http/context.ts'
import { Problem } from '../../platform/http/problem.ts'
import { openAccounts } from '../../rules/ledger/accounts.ts'
import { beginMove, moveSubtree } from '../../rules/tree/tree.ts'
import { mustBeFree, refusingTaken } from '../../rules/tree/uniqueness.ts'
import { trace } from './create.ts'
import { distinct, fatherOf, mustBePlace, mustSell } from './placement.ts'
import { agencyOf } from './queries.ts'

type Form = Received<typeof agencies.update>['body']

/**
 * A father that became inactive, or sells less than it did, does not stand in the way of saving what
 * was already so: it is asked of what this save changes.
 * @throws Problem `not_found`, `changed_meanwhile` (with the row as it is now in `current`),
 * `invalid_father`, `invalid_municipality`, `currency_not_sold`, `name_taken`, `code_taken`,
 * `conflict` when an award or a recalculation keeps a move waiting for too long
 */
export async function updateAgency(context: Context, id: number, form: Form): Promise<AgencyRow> {
  const { scope, db } = context
  const before = await agencyOf(context, id)
  if (before.version !== form.version) throw changedMeanwhile(before)
  const moved = before.father_id !== form.father_id
  const activated = before.status === 'inactivo' && form.status === 'activo'
  const currencies = distinct(form.currencies)
  const move = { partner_id: id, from: before.father_id, to: form.father_id }
  const pastCarried = moved && (await beginMove(db, move, context.today))
  const father = await fatherOf(scope, db, form.father_id, { active: moved || activated })
  await mustBePlace(db, form)
  mustSell(father, moved ? currencies : currencies.filter((one) => !before.currencies.includes(one)))
  await mustBeFree(db, { type: 'agencia', name: form.name, code: form.code, id })
  const saved = await refusingTaken(() => save(db, id, { ...form, currencies }))
  if (!saved) throw changedMeanwhile(await agencyOf(context, id))
  if (moved) await moveSubtree(db, move, { pastCarried })
  if (currencies.join() !== before.currencies.join()) await offerIn(db, id, before.currencies, currencies)
  const after = await agencyOf(context, id)
  context.audit({
    entity_id: id,
    before: trace(before),
    after: trace(after),
    significant: moved || before.status !== after.status,
  })
  return after
}

/** Does the row still have the version that the form began with? Then it is saved; otherwise nothing is. */
async function save(db: Executor, id: number, form: Form): Promise<boolean> {
  const rows = await db.run(sql`
    UPDATE partners SET name = ${form.name}, name_key = ${fold(form.name)}, code = ${form.code}, father_id = ${form.father_id},
      document = ${form.document}, phone = ${form.phone}, email = ${form.email}, address = ${form.address},
      state_id = ${form.state_id}, municipality_id = ${form.municipality_id}, currencies = ${list(form.currencies)}::text[]::currency[],
      status = ${form.status}::active_status, version = version + 1, updated_at = now()
    WHERE id = ${id} AND version = ${form.version}`)
  return rows === 1
}

function changedMeanwhile(current: AgencyRow): Problem {
  return new Problem('changed_meanwhile', { extra: { current } })
}

/**
 * Offices sell in what their agency sells: those that sold in all of it still do, those that sold in
 * less lose what it dropped. Every currency gained gets its accounts.
 */
async function offerIn(
  db: Executor,
  agency_id: number,
  before: readonly Currency[],
  after: readonly Currency[],
): Promise<void> {
  const offices = await db.rows<{ id: number }>(sql`
    UPDATE partners p SET version = version + 1, updated_at = now(), currencies = CASE
      WHEN p.currencies @> ${list(before)}::text[]::currency[] THEN ${list(after)}::text[]::currency[]
      ELSE ARRAY(SELECT c FROM unnest(p.currencies) c WHERE c::text = ANY (${list(after)}::text[])) END
    WHERE p.father_id = ${agency_id} RETURNING p.id`)
  for (const { id } of [{ id: agency_id }, ...offices]) await openAccounts(db, id, after)
}
