/** Creates a partner, and everything a partner is: its place in the tree and its accounts. */
import { sql } from 'drizzle-orm'
import type { Executor } from '../../platform/db/connect.ts'
import type { Scope } from '../../platform/db/scope.ts'
import type { Context } from '../../platform/http/context.ts'
import { openAccounts } from '../../rules/ledger/accounts.ts'
import { holdPlaces, mustInheritAlike } from '../../rules/inheritance/watch.ts'
import { insertAncestors, lockTree } from '../../rules/tree/tree.ts'
import { mustBeFree, refusingNameConflict } from '../../rules/tree/uniqueness.ts'
import { insertRows, type NewPartner } from './columns.ts'
import type { PartnerForm, PartnerKind, PartnerRecord } from './kind.ts'
import { distinctCurrencies, fatherOf, mustBePlace, mustSell } from './placement.ts'

/** Stores a partner already checked. Answers its id. @throws Problem `name_taken`, `code_taken`, `document_taken` */
export async function insertPartner(db: Executor, scope: Scope, partner: NewPartner): Promise<number> {
  const { type, name, code, document = '' } = partner
  await mustBeFree(db, { type, name, code, document })
  const [row] = await refusingNameConflict(() => insertRows(db, scope, [partner]))
  if (!row) throw new Error('this database has no banca')
  await insertAncestors(db, row.id, partner.father_id)
  await openAccounts(db, [row.id], partner.currencies)
  if (type === 'taquilla') await db.run(sql`INSERT INTO ticket_offices (partner_id) VALUES (${row.id})`)
  return row.id
}

/**
 * @throws Problem `invalid_father`, `inheritance_changed`, `invalid_municipality`, `currency_not_sold`, `name_taken`,
 * `code_taken`, `document_taken`
 */
export async function createPartner<Row extends PartnerRecord>(
  context: Context,
  { type, read, trace }: PartnerKind<Row>,
  form: PartnerForm,
): Promise<Row> {
  const { scope, db } = context
  await lockTree(db, 'add')
  await holdPlaces(context, [form.father_id])
  const father = await fatherOf(scope, db, type, form.father_id)
  await mustBePlace(db, form)
  const currencies = distinctCurrencies(form.currencies)
  mustSell(father, currencies)
  await mustInheritAlike(context, { id: null, before: null, father_id: father.id, currencies })
  const id = await insertPartner(db, scope, { ...form, type, currencies })
  const after = await read(context, id)
  context.audit({ entity_id: id, after: trace(after) })
  return after
}
