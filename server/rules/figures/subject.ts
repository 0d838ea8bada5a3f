/** Whose figures are asked for: a partner of the caller's subtree, its own by default. */
import { sql, type SQL } from 'drizzle-orm'
import type { PartnerType } from '@contract/partners.ts'
import type { GeneralLevel } from '@contract/reports.ts'
import type { Currency } from '@contract/values/currency.ts'
import type { Executor } from '../../platform/db/connect.ts'
import { within, type Scope } from '../../platform/db/scope.ts'
import { Problem } from '../../platform/http/problem.ts'
import { markedNameSql } from '../../platform/lists/names.ts'

export interface Subject {
  id: number
  /** As the heading of a file says it: marked where it is switched off. */
  name: string
  type: PartnerType
  /** So many offices are below it that a day of them is more rows than a day of its own. */
  wide?: boolean
  /** The same of its direct dependants, all together. */
  wide_directs?: boolean
}

/** Rows of its own that a large partner has in a day, one a product, bet type, currency and shard, and one an hour. */
const ownRows = 1_500

/** What narrows a figure beside its partner and days. */
export interface Narrowing {
  currency: Currency
  product_id?: number | undefined
  bet_type_id?: number | undefined
}

const hasOffices = (more_than: SQL) =>
  sql`EXISTS (SELECT 1 FROM partner_ancestors above WHERE above.ancestor_id = partner.id AND above.partner_type = 'taquilla'
    OFFSET ${more_than})`

/** Throws `not_found` for a partner outside the caller's subtree, as for one that does not exist. */
export async function subjectOf(db: Executor, scope: Scope, partner_id: number | undefined): Promise<Subject> {
  const id = partner_id ?? scope.partner_id
  const [found] = await db.often<Subject>(
    sql`
      SELECT partner.id, ${markedNameSql('partner')} AS name, partner.type, ${hasOffices(sql`${ownRows}`)} AS wide,
        ${hasOffices(sql`${ownRows} * (SELECT count(*) FROM partners distributor
          WHERE distributor.father_id = partner.id)`)} AS wide_directs
      FROM partners partner WHERE partner.id = ${id} AND ${within(scope, sql`partner.id`)}`,
  )
  if (!found) throw new Problem('not_found')
  return found
}

/** `column` is an office of the subject. The banca has them all, and saying so would only cost a join. */
export function isOfficeOf(subject: Subject, column: SQL): SQL | undefined {
  if (subject.type === 'banca') return undefined
  if (subject.type === 'taquilla') return sql`${column} = ${subject.id}`
  return onlyOffices(subject, column)
}

/** `column` is an agency of the subject, which is the banca or a distributor. */
export function isAgencyOf(subject: Subject, column: SQL): SQL {
  if (subject.type === 'banca') return sql`true`
  return sql`${column} IN (SELECT partner_id FROM partner_ancestors WHERE ancestor_id = ${subject.id} AND partner_type = 'agencia')`
}

/** Rows of partners of every level: `column` is an office, and one of the subject. */
export function onlyOffices(subject: Subject, column: SQL): SQL {
  return sql`${column} IN (SELECT partner_id FROM partner_ancestors WHERE ancestor_id = ${subject.id} AND partner_type = 'taquilla')`
}

export function isNarrowed(by: Narrowing): boolean {
  return by.product_id !== undefined || by.bet_type_id !== undefined
}

/** Conditions on the product and bet type of rows aliased `alias`. */
export function narrowedBy(
  { product_id, bet_type_id }: Omit<Narrowing, 'currency'>,
  alias: string,
): (SQL | undefined)[] {
  return [
    product_id === undefined ? undefined : sql`${sql.raw(alias)}.product_id = ${product_id}`,
    bet_type_id === undefined ? undefined : sql`${sql.raw(alias)}.bet_type_id = ${bet_type_id}`,
  ]
}

/** The partners that a level lists. A level that lies above the partner asked for shows that partner itself. */
export function partnersAt(subject: Subject, level: Exclude<GeneralLevel, 'producto' | 'dia'>): SQL {
  const office = subject.type === 'taquilla'
  const itself = sql`partner.id = ${subject.id}`
  if (level === 'directos') return office ? itself : sql`partner.father_id = ${subject.id}`
  if (level === 'agencia' ? office : level === 'distribuidor' && (office || subject.type === 'agencia')) return itself
  if (subject.type === 'banca') return sql`partner.type = ${level}`
  return sql`partner.type = ${level}
    AND partner.id IN (SELECT above.partner_id FROM partner_ancestors above WHERE above.ancestor_id = ${subject.id})`
}

/** Is each partner that a level lists an office, or an office asked for itself? An agency has nothing below it but offices. */
export function isOffices(subject: Subject, level: GeneralLevel): boolean {
  return level === 'taquilla' || subject.type === 'taquilla' || (level === 'directos' && subject.type === 'agencia')
}

/** The partners that owe at a level: an agency, which has nobody below it that does, is its own row. */
export const owingAt = (subject: Subject, level: 'directos' | 'distribuidor' | 'agencia'): SQL =>
  partnersAt(subject, subject.type === 'agencia' ? 'agencia' : level)
