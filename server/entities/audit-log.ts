/** The audit log as it is read, and the walk along its chain of seals. */
import { sql } from 'drizzle-orm'
import type { Answer } from '@contract/endpoint.ts'
import { auditLog, type ChangedRow } from '@contract/audit-log.ts'
import { rateText, type Rate } from '@contract/commission-rates.ts'
import { field, titleOf } from '@contract/field.ts'
import { formatMoney, money } from '@contract/values/money.ts'
import type { Currency } from '@contract/values/currency.ts'
import { walkAudit } from '../platform/audit/chain.ts'
import { auditSeals } from '../platform/audit/seal.ts'
import { every, list } from '../platform/db/connect.ts'
import type { Handlers } from '../platform/http/context.ts'
import { listOf } from '../platform/lists/list-of.ts'
import { changesTouching, touchedOf } from '../rules/changes/changed-rows.ts'
import { mustBeWithin } from '../rules/tree/reach.ts'
import { partnerSearch } from '../rules/tree/search.ts'
import { listing, wholeBanca } from '../platform/lists/listing.ts'
import { asName, searchCondition, markedNameSql, nameById } from '../platform/lists/names.ts'

/** Entities whose rows are named by an affiliate's id. */
const ofPartners = [
  'agencies',
  'distributors',
  'ticketOffices',
  'partners',
  'commissions',
  'quotas',
  'regularQuotas',
  'betsConfigurations',
]

const log = listing(auditLog.list, {
  from: sql`audit_log a`,
  columns: ({ asked: { partner_id } }) => sql`
    a.id, a.at, a.username, a.role, a.entity, a.action, a.entity_id, a.reason, a.significant, a.ip, a.request_id, a.before, a.after,
    EXISTS (SELECT 1 FROM audit_chain c WHERE c.audit_id = a.id) AS sealed,
      ${partner_id === undefined ? sql`NULL::int` : touchedOf(sql`a`, partner_id)} AS touched`,
  shown: { row: sql`a`, tables: sql`` },
  key: sql`a.id`,
  scope: wholeBanca,
  filter: {
    user_id: (user_id) => sql`a.user_id = ${user_id}`,
    // What is written of an affiliate under its own id (people have ids of their own), and the changes over many that touched it.
    partner_id: async (partner_id, { scope, db }) => {
      await mustBeWithin(scope, db, partner_id)
      const own = sql`
        SELECT o.id
        FROM audit_log o
        WHERE o.entity_id = ${String(partner_id)} AND o.entity = ANY (${list(ofPartners)}::text[])`
      return sql`a.id = ANY (ARRAY(${own} UNION ALL ${changesTouching(partner_id)}))`
    },
    role: (role) => sql`a.role = ${role}`,
    // Rows of before keep the name that quotas had then.
    entity: (entity) =>
      entity === 'quotas' ? sql`a.entity IN ('quotas', 'regularQuotas')` : sql`a.entity = ${entity}`,
    action: (action) =>
      action.startsWith('quotas.')
        ? sql`a.action IN (${action}, ${action.replace('quotas.', 'regularQuotas.')})`
        : sql`a.action = ${action}`,
    significant: () => sql`a.significant`,
  },
  order: {
    at: sql`a.at`,
    username: asName(sql`a.username`),
    role: sql`a.role`,
    entity: sql`a.entity`,
    action: sql`a.action`,
  },
  search: { plain: [sql`a.username`, sql`a.entity_id`, sql`a.reason`, sql`a.ip`] },
  period: ({ from, to }, { session }) => sql`
    a.at >= (${from}::date)::timestamp AT TIME ZONE ${session.zone} AND a.at < (${to}::date + 1)::timestamp AT TIME ZONE ${session.zone}`,
  named: {
    user_id: (user_id) => sql`SELECT u.username || ' · ' || ${markedNameSql('u')} FROM users u WHERE u.id = ${user_id}`,
    partner_id: (partner_id) => nameById('partners', partner_id),
  },
})

/** A rate or an amount as people read it; what else a row may hold is words already. */
function words(text: string | null, currency: Currency | null): string | null {
  if (text === null) return null
  const [kind, percent, participation, share] = text.split(' ')
  if (share !== undefined)
    return rateText({
      commission_kind: kind,
      commission_percent: percent,
      participation_kind: participation,
      participation_percent: share,
    } as Rate)
  return currency && /^\d+(\.\d+)?$/.test(text) ? formatMoney(text, currency) : text
}

const changedRow = auditLog.changed.list.row
/** Of a change of amounts, in a workbook: what can be added up. */
const amountRow = changedRow.omit({ before: true, after: true }).extend({
  amount_before: field(money.nullable(), titleOf(changedRow.shape.before)!),
  amount_after: field(money.nullable(), titleOf(changedRow.shape.after)!),
})

/** In the order in which the change wrote them. */
const changed = listing<typeof auditLog.changed, ChangedRow, { of_amounts: boolean }>(auditLog.changed, {
  about: async (asked, { db }) => {
    const of_amounts = sql`
      SELECT EXISTS (
        SELECT 1
        FROM changed_rows
        WHERE change_id = ${asked.change_id} AND currency IS NOT NULL AND coalesce(before, after) ~ '^[0-9]+([.][0-9]+)?$'
      ) AS of_amounts`
    const isBook = 'format' in asked && asked.format === 'xlsx'
    return (isBook && (await db.one<{ of_amounts: boolean }>(of_amounts))) || { of_amounts: false }
  },
  file: { row: ({ about }) => (about.of_amounts ? amountRow : changedRow) },
  from: ({ asked }) =>
    sql`(SELECT * FROM changed_rows c WHERE c.change_id = ${asked.change_id}) r LEFT JOIN partners partner ON partner.id = r.partner_id`,
  columns: sql`
    r.id, r.partner_id, q.name AS partner_name, g.name AS product_name, b.name AS bet_type_name, r.currency::text AS currency,
    r.before, r.after, r.before AS amount_before, r.after AS amount_after`,
  shown: {
    row: sql`r`,
    tables: sql`
      LEFT JOIN partners q ON q.id = r.partner_id
      LEFT JOIN products g ON g.id = r.product_id
      LEFT JOIN bet_types b ON b.id = r.bet_type_id`,
  },
  key: sql`r.id`,
  ties: 'ascending',
  scope: wholeBanca,
  filter: {
    partner_id: async (partner_id, { scope, db }) => {
      await mustBeWithin(scope, db, partner_id)
      return sql`r.partner_id = ${partner_id}`
    },
  },
  order: { id: sql`r.id` },
  search: partnerSearch,
  named: { partner_id: (partner_id) => nameById('partners', partner_id) },
  toRow: (row: ChangedRow): ChangedRow => ({
    ...row,
    before: words(row.before, row.currency),
    after: words(row.after, row.currency),
  }),
})
const { list: changedList, export: changedFile } = listOf(changed)

export const auditLogRoutes: Handlers<typeof auditLog> = {
  ...listOf(log),
  changed: changedList,
  changedExport: changedFile,
  people: async ({ db }, { query: { id, q, limit } }) => ({
    data: await db.rows<Answer<typeof auditLog.people>['data'][number]>(sql`
      SELECT u.id, u.username, u.name, u.status FROM users u
      WHERE ${every(id === undefined ? searchCondition({ plain: [sql`u.username`, sql`u.name`] }, q) : sql`u.id = ${id}`)}
      ORDER BY u.status, u.username LIMIT ${limit}`),
  }),
  verify: async ({ db, now }, { query }) => {
    const { seq, broken_at } = await walkAudit(db, query.after, query.most)
    return { ...(await auditSeals(db)), verified: seq, broken_at, server_time: now.toISOString() }
  },
}
