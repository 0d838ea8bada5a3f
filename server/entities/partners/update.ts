/** Saves a partner: its data, its status, its father. One conditional UPDATE decides between two people. */
import type { Context } from '../../platform/http/context.ts'
import { Problem } from '../../platform/http/problem.ts'
import { mustNotBeOffAbove, mustNotBeUnderOff } from '../../platform/lists/switched-off.ts'
import { setAsOf } from '../../rules/commissions/in-force.ts'
import { mustStaySound } from '../../rules/commissions/sound.ts'
import { holdPlaces, mustInheritAlike } from '../../rules/inheritance/watch.ts'
import { followFlag, mustBeCreditor } from '../../rules/prepaid/switch.ts'
import { beginMove, holdSales, lockTree, moveSubtree } from '../../rules/tree/tree.ts'
import { mustBeFree, refusingNameConflict } from '../../rules/tree/uniqueness.ts'
import { saveRows, storedOf } from './columns.ts'
import type { PartnerForm, PartnerRecord, SavedKind } from './kind.ts'
import { mustBeAsShown } from './moving.ts'
import { distinctCurrencies, fatherOf, mustBePlace, mustSell } from './placement.ts'

type Form = PartnerForm & { version: number; shown?: string | undefined }

/**
 * A father that became inactive, or sells less than it did, does not stand in the way of saving what
 * was already so: it is asked of what this save changes.
 * @throws Problem `not_found`, `changed_meanwhile` (with the row as it is now in `current`; with `moved` where a move does
 * something else by now than what was shown),
 * `invalid_father`, `inheritance_changed`, `invalid_municipality`, `currency_not_sold`, `name_taken`, `code_taken`, `document_taken`,
 * `switched_off_above`, `not_your_side` of an agency that owes somebody out of reach,
 * `invalid` where a rate that is set in part would contradict itself there,
 * `conflict` when an award or a recalculation keeps a move, or a change to prepaid and back, waiting for too long
 */
export async function updatePartner<Row extends PartnerRecord>(
  context: Context,
  { type, read, trace, offer }: SavedKind<Row>,
  id: number,
  form: Form,
): Promise<Row> {
  const { scope, db } = context
  const before = await read(context, id)
  if (before.version !== form.version) throw changedMeanwhile(before)
  const move =
    before.father_id === form.father_id ? null : { partner_id: id, from: before.father_id!, to: form.father_id }
  const activated = before.status === 'inactivo' && form.status === 'activo'
  const currencies = distinctCurrencies(form.currencies)
  const gained = currencies.filter((one) => !before.currencies.includes(one))
  if (activated) await mustNotBeOffAbove(context, 'partners', id)
  if (move) await mustNotBeUnderOff(context, id)
  const switched = before.prepaid !== form.prepaid
  if (switched) await mustBeCreditor(db, scope, id)
  if (switched && !move) await holdSales(db)
  const pastCarried = move !== null && (await beginMove(db, move, context.today))
  const inherits = move !== null || gained.length > 0
  if (inherits) {
    if (!move) await lockTree(db, 'add')
    await holdPlaces(context, [id, form.father_id])
  }
  const father = await fatherOf(scope, db, type, form.father_id, {
    active: move !== null || activated,
    ...(move && { moved_id: id }),
  })
  await mustBePlace(db, form)
  mustSell(father, move ? currencies : gained)
  if (inherits) await mustInheritAlike(context, { id, before: before.currencies, father_id: father.id, currencies })
  if (move && form.shown !== undefined) await mustBeAsShown(context, { ...move, currencies }, form.shown)
  const { name, code, document = '', version } = form
  await mustBeFree(db, { type, name, code, document: document === before.document ? '' : document, id })
  const { father_id } = form
  const saved = await refusingNameConflict(() =>
    saveRows(db, scope, [{ ...storedOf(form), currencies, id, version, father_id }]),
  )
  if (saved !== 1) throw changedMeanwhile(await read(context, id))
  if (move) {
    await moveSubtree(db, move, { pastCarried })
    await mustStaySound(db, [id], { at: setAsOf, path: 'father_id' })
  }
  if (currencies.join() !== before.currencies.join()) await offer(db, id, before.currencies, currencies)
  if (switched) await followFlag(db, [id])
  const after = await read(context, id)
  context.audit({
    entity_id: id,
    before: trace(before),
    after: trace(after),
    significant: move !== null || switched || before.status !== after.status,
  })
  return after
}

function changedMeanwhile(current: PartnerRecord): Problem {
  return new Problem('changed_meanwhile', { extra: { current } })
}
