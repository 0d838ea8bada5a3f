/** Creates an agency, and everything a partner is: its place in the tree and its accounts. */
import { sql } from 'drizzle-orm'
import type { AgencyRow, agencies } from '@contract/agencies.ts'
import type { Received } from '@contract/endpoint.ts'
import type { Currency } from '@contract/values/currency.ts'
import { fold } from '@contract/values/text.ts'
import { list, type Executor } from '../../platform/db/connect.ts'
import type { Context } from '../../platform/http/context.ts'
import { openAccounts } from '../../rules/ledger/accounts.ts'
import { hang, lockTree } from '../../rules/tree/tree.ts'
import { mustBeFree, refusingTaken } from '../../rules/tree/uniqueness.ts'
import { distinct, fatherOf, mustBePlace, mustSell } from './placement.ts'
import { agencyOf } from './queries.ts'

type Form = Received<typeof agencies.create>['body']
/** What is stored of a new agency; it begins with its father as responsible for its payments. */
export type NewAgency = Omit<Form, 'currencies' | 'state_id' | 'municipality_id'> & {
  currencies: readonly Currency[]
  state_id: number | null
  municipality_id: number | null
}

/** Stores an agency already checked. Answers its id. @throws Problem `name_taken`, `code_taken` */
export async function insertAgency(db: Executor, agency: NewAgency): Promise<number> {
  await mustBeFree(db, { type: 'agencia', name: agency.name, code: agency.code })
  const row = await refusingTaken(() =>
    db.one<{ id: number }>(sql`
    INSERT INTO partners (father_id, type, code, name, name_key, document, phone, email, address, country_iso2, state_id, municipality_id, currencies, status, payments_responsible_partner_id)
    SELECT ${agency.father_id}, 'agencia', ${agency.code}, ${agency.name}, ${fold(agency.name)}, ${agency.document}, ${agency.phone}, ${agency.email}, ${agency.address},
      country_iso2, ${agency.state_id}, ${agency.municipality_id}, ${list(agency.currencies)}::text[]::currency[], ${agency.status}::active_status, ${agency.father_id} FROM banca
    RETURNING id`),
  )
  if (!row) throw new Error('this database has no banca')
  await hang(db, row.id, agency.father_id)
  await openAccounts(db, row.id, agency.currencies)
  return row.id
}

/** @throws Problem `invalid_father`, `invalid_municipality`, `currency_not_sold`, `name_taken`, `code_taken` */
export async function createAgency(context: Context, form: Form): Promise<AgencyRow> {
  const { scope, db } = context
  await lockTree(db, 'add')
  const father = await fatherOf(scope, db, form.father_id)
  await mustBePlace(db, form)
  const currencies = distinct(form.currencies)
  mustSell(father, currencies)
  const id = await insertAgency(db, { ...form, currencies })
  const after = await agencyOf(context, id)
  context.audit({ entity_id: id, after: trace(after) })
  return after
}

/** The part of a row that a person set, for the audit log. */
export function trace(row: AgencyRow): Omit<AgencyRow, 'actions' | 'offices' | 'last_sale_at' | 'created_at'> {
  const { actions: _actions, offices: _offices, last_sale_at: _last, created_at: _created, ...set } = row
  return set
}
