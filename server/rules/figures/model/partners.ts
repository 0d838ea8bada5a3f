/** Of which partners a source's rows are, and at which partner they are added up. */
import { sql, type SQL } from 'drizzle-orm'
import { every } from '../../../platform/db/connect.ts'
import { isAgencyOf, isOfficeOf, onlyOffices, type Subject } from '../subject.ts'
import type { Dimensions } from './question.ts'
import type { Source } from './sources.ts'

/** Rows `member, partner_id`: at which partner the rows of a source's own partners are added up, where it is another. */
export function partnerPlaces(
  source: Source,
  subject: Subject,
  { partner, agency, head }: Dimensions,
): SQL | undefined {
  const isOffices = source.partner === 'office'
  if (partner)
    return isOffices ? sql`SELECT o.office_id AS member, o.partner_id FROM (${officesUnder(partner)}) o` : undefined
  if (agency && isOffices)
    return sql`
      SELECT o.id AS member, o.father_id AS partner_id
      FROM partners o
      WHERE ${every(sql`o.type = 'taquilla'`, isOfficeOf(subject, sql`o.id`))}`
  if (!head) return undefined
  return isOffices
    ? // As a table of its own: joined to the days, each of them would look for its agency.
      sql`
        SELECT o.id AS member, a.father_id AS partner_id
        FROM partners o
        JOIN partners a ON a.id = o.father_id
        WHERE ${every(sql`o.type = 'taquilla'`, isOfficeOf(subject, sql`o.id`))}
        OFFSET 0`
    : sql`SELECT a.id AS member, a.father_id AS partner_id FROM partners a WHERE a.type = 'agencia' AND ${isAgencyOf(subject, sql`a.id`)}`
}

/** Rows `office_id, partner_id` of the offices under the partners listed. */
export function officesUnder(listed: SQL): SQL {
  return sql`
    SELECT a.partner_id AS office_id, partner.id AS partner_id
    FROM partners partner
    JOIN partner_ancestors a ON a.ancestor_id = partner.id AND a.partner_type = 'taquilla'
    WHERE ${listed}`
}

/** The subject's rows of a source: of its offices, of the partners listed, or its own. */
export function partnerOf(
  source: Source,
  subject: Subject,
  { partner: listed, office, agency, head }: Dimensions,
): SQL | undefined {
  // Those that places are joined for are of the subject already.
  if (head) return undefined
  if (source.partner === 'office') return listed || agency ? undefined : isOfficeOf(subject, sql`s.office_id`)
  if (agency)
    return sql`s.partner_id IN (SELECT a.id FROM partners a WHERE a.type = 'agencia' AND ${isAgencyOf(subject, sql`a.id`)})`
  if (office) return onlyOffices(subject, sql`s.partner_id`)
  return listed
    ? sql`s.partner_id IN (SELECT partner.id FROM partners partner WHERE ${listed})`
    : sql`s.partner_id = ${subject.id}`
}
