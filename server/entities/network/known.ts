/** The network as it is, as far as a workbook may speak of it. */
import { sql } from 'drizzle-orm'
import type { Role } from '@contract/access/rules.ts'
import type { PartnerType } from '@contract/partners.ts'
import { list, type Executor } from '../../platform/db/connect.ts'
import { within, type Scope } from '../../platform/db/scope.ts'
import { offAbove, type OffAbove } from '../../platform/lists/switched-off.ts'
import { owesOutside } from '../../rules/prepaid/switch.ts'
import { ownColumns, type StoredPartner } from '../partners/columns.ts'

export interface KnownPartner extends OffAbove, StoredPartner {
  id: number
  type: PartnerType
  name_key: string
  father_id: number | null
  version: number
  /** In the subtree of whoever brings the workbook. */
  near: boolean
  /** It owes somebody out of reach, who decides whether it sells prepaid. */
  owes_outside: boolean
}

export interface KnownUser extends OffAbove {
  id: number
  username: string
  name: string
  role: Role
  partner_id: number
  manage_childs: boolean
  awarding_results: boolean
  email: string
  status: 'activo' | 'inactivo'
  version: number
  near: boolean
}

export interface Known {
  partners: readonly KnownPartner[]
  users: readonly KnownUser[]
  states: readonly { id: number; name: string }[]
  municipalities: readonly { id: number; state_id: number; name: string }[]
  products: readonly { id: number; name: string; bet_type_ids: number[] }[]
  bet_types: readonly { id: number; name: string }[]
}

/** Every partner, since names and codes are unique over all of them; of users those that the workbook names. */
export async function readKnown(db: Executor, scope: Scope, usernames: readonly string[]): Promise<Known> {
  const partners = await db.rows<KnownPartner>(sql`
    SELECT p.id, p.type::text AS type, ${ownColumns(sql`p`)}, p.name_key, p.father_id, p.version,
      ${within(scope, sql`p.id`)} AS near, ${offAbove(scope, sql`p.off_by`)} AS off_above, ${owesOutside(scope, sql`p.id`)} AS owes_outside
    FROM partners p ORDER BY p.id`)
  const users = await db.rows<KnownUser>(sql`
    SELECT u.id, u.username, u.name, u.role::text AS role, u.partner_id, u.manage_childs, u.awarding_results, u.email,
      u.status::text AS status, u.version,
      ${within(scope, sql`u.partner_id`)} AS near, ${offAbove(scope, sql`u.off_by`)} AS off_above
    FROM users u WHERE u.username = ANY (${list(usernames)}::text[])`)
  const states = await db.rows<Known['states'][number]>(
    sql`SELECT s.id, s.name FROM states s JOIN banca b USING (country_iso2)`,
  )
  const municipalities = await db.rows<Known['municipalities'][number]>(
    sql`SELECT m.id, m.state_id, m.name FROM municipalities m JOIN states s ON s.id = m.state_id JOIN banca b USING (country_iso2)`,
  )
  const products = await db.rows<Known['products'][number]>(sql`
    SELECT p.id, p.name,
      ARRAY(SELECT o.bet_type_id::int FROM product_bet_types o WHERE o.product_id = p.id AND o.enabled) AS bet_type_ids
    FROM products p`)
  const bet_types = await db.rows<Known['bet_types'][number]>(sql`SELECT id, name FROM bet_types`)
  return { partners, users, states, municipalities, products, bet_types }
}

/** Which of these partners sold anything, they or somebody below them. */
export async function soldAmong(db: Executor, partner_ids: readonly number[]): Promise<Set<number>> {
  if (partner_ids.length === 0) return new Set()
  const rows = await db.rows<{ id: number }>(sql`
    SELECT p.id FROM unnest(${list(partner_ids)}::int[]) AS p(id) WHERE EXISTS (
      SELECT 1 FROM partner_ancestors a JOIN sales_days d ON d.office_id = a.partner_id WHERE a.ancestor_id = p.id)`)
  return new Set(rows.map(({ id }) => id))
}
