/** Creates a partner, and everything a partner is: its place in the tree and its accounts. */
import { sql } from 'drizzle-orm'
import type { PartnerType } from '@contract/partners.ts'
import type { Currency } from '@contract/values/currency.ts'
import { fold } from '@contract/values/text.ts'
import { list, type Executor } from '../../platform/db/connect.ts'
import type { Scope } from '../../platform/db/scope.ts'
import type { Context } from '../../platform/http/context.ts'
import { offByOf } from '../../platform/lists/switched-off.ts'
import { openAccounts } from '../../rules/ledger/accounts.ts'
import { holdPlaces, mustInheritAlike } from '../../rules/inheritance/watch.ts'
import { hang, lockTree } from '../../rules/tree/tree.ts'
import { mustBeFree, refusingTaken } from '../../rules/tree/uniqueness.ts'
import type { PartnerForm, PartnerKind, PartnerRow } from './kind.ts'
import { distinct, fatherOf, mustBePlace, mustSell } from './placement.ts'

/** What is stored of a new partner; it begins with its father as responsible for its payments. */
export type NewPartner = Omit<PartnerForm, 'currencies' | 'state_id' | 'municipality_id'> & {
  currencies: readonly Currency[]
  state_id: number | null
  municipality_id: number | null
}

/** Stores a partner already checked. Answers its id. @throws Problem `name_taken`, `code_taken`, `document_taken` */
export async function insertPartner(
  db: Executor,
  scope: Scope,
  type: PartnerType,
  partner: NewPartner,
): Promise<number> {
  await mustBeFree(db, { type, name: partner.name, code: partner.code, document: partner.document })
  const row = await refusingTaken(() =>
    db.one<{ id: number }>(sql`
    INSERT INTO partners (
      father_id, type, code, name, name_key, document, phone, email, address, country_iso2, state_id, municipality_id,
      currencies, status, off_by, payments_responsible_partner_id
    )
    SELECT ${partner.father_id}, ${type}::partner_type, ${partner.code}, ${partner.name}, ${fold(partner.name)},
      ${partner.document}, ${partner.phone}, ${partner.email}, ${partner.address},
      country_iso2, ${partner.state_id}, ${partner.municipality_id}, ${list(partner.currencies)}::text[]::currency[],
      ${partner.status}::active_status, ${offByOf(scope, partner.status)}::int, ${partner.father_id}
      FROM banca
    RETURNING id`),
  )
  if (!row) throw new Error('this database has no banca')
  await hang(db, row.id, partner.father_id)
  await openAccounts(db, row.id, partner.currencies)
  if (type === 'taquilla') await db.run(sql`INSERT INTO ticket_offices (partner_id) VALUES (${row.id})`)
  return row.id
}

/**
 * @throws Problem `invalid_father`, `inheritance_changed`, `invalid_municipality`, `currency_not_sold`, `name_taken`,
 * `code_taken`, `document_taken`
 */
export async function createPartner<Row extends PartnerRow>(
  context: Context,
  { type, read, trace }: PartnerKind<Row>,
  form: PartnerForm,
): Promise<Row> {
  const { scope, db } = context
  await lockTree(db, 'add')
  await holdPlaces(context, [form.father_id])
  const father = await fatherOf(scope, db, type, form.father_id)
  await mustBePlace(db, form)
  const currencies = distinct(form.currencies)
  mustSell(father, currencies)
  await mustInheritAlike(context, { id: null, before: null, father_id: father.id, currencies })
  const id = await insertPartner(db, scope, type, { ...form, currencies })
  const after = await read(context, id)
  context.audit({ entity_id: id, after: trace(after) })
  return after
}
