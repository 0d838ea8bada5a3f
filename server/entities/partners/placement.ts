/** Where a partner may stand: under which father, in which municipality, selling in which currencies. */
import { sql } from 'drizzle-orm'
import { fatherTypes, type PartnerType } from '@contract/partners.ts'
import { currencies, currencyFacts, type Currency } from '@contract/values/currency.ts'
import type { Executor } from '../../platform/db/connect.ts'
import { under, within, type Scope } from '../../platform/db/scope.ts'
import { Problem } from '../../platform/http/problem.ts'

export interface Father {
  id: number
  name: string
  type: PartnerType
  currencies: Currency[]
}

/**
 * The father of a partner of this type, held so that it stays as it is until the transaction ends. One out of
 * reach is told like one of the wrong type: the answer must not say that it exists. A partner that is moved
 * (`moved_id`) cannot hang from itself or from what hangs from it: the caller has the tree alone then.
 * @throws Problem `invalid_father` on `path`
 */
export async function fatherOf(
  scope: Scope,
  db: Executor,
  type: PartnerType,
  father_id: number,
  { path = 'father_id', active = true, moved_id }: { path?: string; active?: boolean; moved_id?: number } = {},
): Promise<Father> {
  const father = await db.one<Father & { status: string }>(sql`
    SELECT p.id, p.name, p.type, p.currencies::text[] AS currencies, p.status FROM partners p
    WHERE p.id = ${father_id} AND ${within(scope, sql`p.id`)} FOR SHARE OF p`)
  if (!father || !fatherTypes[type].includes(father.type)) throw Problem.on(path, 'invalid_father')
  if (moved_id !== undefined && (await hangsFrom(db, father_id, moved_id)))
    throw Problem.on(path, 'invalid_father', 'El padre elegido depende del que se mueve.')
  if (active && father.status !== 'activo') throw Problem.on(path, 'invalid_father', 'El padre elegido está inactivo.')
  return father
}

async function hangsFrom(db: Executor, id: number, ancestor: number): Promise<boolean> {
  return (await db.one(sql`SELECT 1 WHERE ${under(ancestor, sql`${id}::int`)}`)) !== undefined
}

/** @throws Problem `currency_not_sold` when the father does not sell in one of `asked` */
export function mustSell(father: Father, asked: readonly Currency[]): void {
  const missing = asked.filter((one) => !father.currencies.includes(one))
  if (missing.length === 0) return
  const names = missing.map((one) => currencyFacts[one].name).join(' ni en ')
  throw Problem.on('currencies', 'currency_not_sold', `${father.name} no vende en ${names}.`)
}

/** Each currency once, in the order in which the business names them. */
export function distinctCurrencies(asked: readonly Currency[]): Currency[] {
  return currencies.filter((one) => asked.includes(one))
}

/** @throws Problem `invalid_municipality` when state, municipality and the banca's country do not belong together */
export async function mustBePlace(
  db: Executor,
  place: { state_id: number | null; municipality_id: number | null },
): Promise<void> {
  if (place.state_id === null && place.municipality_id === null) return
  const found = await db.one<{ of_country: boolean; of_state: boolean }>(sql`
    SELECT EXISTS (SELECT 1 FROM states s JOIN banca b USING (country_iso2) WHERE s.id = ${place.state_id}) AS of_country,
      EXISTS (SELECT 1 FROM municipalities m WHERE m.id = ${place.municipality_id} AND m.state_id = ${place.state_id}) AS of_state`)
  if (!found?.of_country)
    throw Problem.on('state_id', 'invalid_municipality', 'El estado no pertenece al país de la banca.')
  if (!found.of_state) throw Problem.on('municipality_id', 'invalid_municipality')
}

/** A week is settled by agency: what an office sold, or paid of another's, cannot change hands. @throws Problem `office_sold` */
export async function mustNotHaveSold(db: Executor, id: number): Promise<void> {
  const sold = await db.one(sql`
    SELECT 1 FROM sales_days WHERE office_id = ${id} UNION ALL
    SELECT 1 FROM ledger_days d JOIN ledger_accounts a ON a.id = d.account_id WHERE a.partner_id = ${id} LIMIT 1`)
  if (sold) throw Problem.on('father_id', 'office_sold')
}
