/** Ticket offices as their list and forms see them: whether they live, what they sold, and what waits for their terminal. */
import { sql, type SQL } from 'drizzle-orm'
import { allows, type Who } from '@contract/access/rules.ts'
import { liveSeconds, ticketOffices, type TicketOfficeRow } from '@contract/ticket-offices.ts'
import { under, within, type Scope } from '../../platform/db/scope.ts'
import { offAbove, type OffAbove } from '../../platform/lists/switched-off.ts'
import { listing, readOne } from '../../platform/lists/listing.ts'
import { nameById } from '../../platform/lists/names.ts'
import { lastSaleOf } from '../../rules/figures/last-sale.ts'
import { soldOn } from '../../rules/figures/sold-today.ts'
import { mustBeWithin } from '../../rules/tree/reach.ts'
import { partnerSearch } from '../../rules/tree/search.ts'
import { ownColumns } from '../partners/columns.ts'
import { unused } from '../partners/remove.ts'

interface Facts extends OffAbove {
  father_active: boolean
  unused: boolean
}
type StoredRow = Omit<TicketOfficeRow, 'actions'> & Facts

const recent = sql`now() - ${sql.raw(String(liveSeconds))} * interval '1 second'`
/** Seen or sold a moment ago, found from there and not office by office: they are few. One that was never seen may have sold. */
const isLive = sql`p.id IN (SELECT o.partner_id FROM ticket_offices o WHERE o.last_seen_at > ${recent}
  UNION ALL SELECT s.office_id FROM sales_days s WHERE s.day >= current_date - 1 AND s.last_sale_at > ${recent})`
const liveSql: Record<TicketOfficeRow['live'], SQL> = {
  en_linea: isLive,
  nunca: sql`t.last_seen_at IS NULL AND NOT EXISTS (SELECT 1 FROM sales_days s WHERE s.office_id = p.id AND s.last_sale_at IS NOT NULL)`,
  fuera: sql`
    NOT ${isLive}
    AND (
      t.last_seen_at IS NOT NULL
      OR EXISTS (SELECT 1 FROM sales_days s WHERE s.office_id = p.id AND s.last_sale_at IS NOT NULL)
    )`,
}

const columns = (
  scope: Scope,
  today: string,
): SQL => sql`p.id, ${ownColumns(sql`p`, ticketOffices.list.list.row)}, p.father_id, f.name AS father_name,
  st.name AS state_name, mu.name AS municipality_name,
  CASE
    WHEN greatest(m.last_seen_at, x.last_sale_at) > ${recent} THEN 'en_linea'
      WHEN coalesce(m.last_seen_at, x.last_sale_at) IS NULL THEN 'nunca' ELSE 'fuera'
  END AS live,
  m.last_seen_at, x.last_sale_at, ${soldOn(today, sql`p.id`)} AS sold_today, m.binds_device, m.device_id, m.device_bound_at,
  m.software_version, m.pending_command,
  (SELECT count(*)::int FROM users u WHERE u.partner_id = p.id) AS users,
  (
    SELECT count(*)::int
    FROM session_families s
    JOIN users u ON u.id = s.user_id
    WHERE u.partner_id = p.id AND s.ended_at IS NULL AND s.expires_at > now()
  ) AS sessions,
  p.created_at, p.version, f.status = 'activo' AS father_active, ${unused} AS unused, ${offAbove(scope, sql`p.off_by`)} AS off_above`

/** By the rule of the call behind each action, and by the row's state. */
function actionsOn(row: StoredRow, who: Who): TicketOfficeRow['actions'] {
  const writes = allows(ticketOffices.update.access, who)
  const may: Record<TicketOfficeRow['actions'][number], boolean> = {
    update: true,
    deactivate: row.status === 'activo',
    activate: row.status === 'inactivo' && row.father_active && row.off_above === null,
    disconnect: row.sessions > 0,
    release: row.device_id !== null,
    software: true,
    hardware: true,
    remove: row.unused && row.off_above === null,
  }
  return writes ? (Object.keys(may) as TicketOfficeRow['actions']).filter((action) => may[action]) : []
}

export const officeList = listing(ticketOffices.list, {
  from: sql`partners p JOIN ticket_offices t ON t.partner_id = p.id LEFT JOIN partners of ON of.id = p.father_id`,
  columns: ({ scope, today }) => columns(scope, today),
  shown: {
    row: sql`p`,
    tables: sql`
      JOIN ticket_offices m ON m.partner_id = p.id
      LEFT JOIN partners f ON f.id = p.father_id
      LEFT JOIN states st ON st.id = p.state_id
      LEFT JOIN municipalities mu ON mu.id = p.municipality_id CROSS JOIN LATERAL (SELECT ${lastSaleOf(sql`p.id`)} AS last_sale_at) x`,
  },
  key: sql`p.id`,
  ties: 'ascending',
  scope: (scope) => sql`p.type = 'taquilla' AND ${within(scope, sql`p.id`)}`,
  filter: {
    status: (status) => sql`p.status = ${status}`,
    live: (live) => liveSql[live],
    partner_id: async (partner_id, { scope, db }) => {
      await mustBeWithin(scope, db, partner_id)
      return under(partner_id, sql`p.id`)
    },
    pending_command: (command) => sql`t.pending_command = ${command}`,
    currency: (currency) => sql`${currency}::currency = ANY (p.currencies)`,
  },
  order: {
    name: sql`p.name`,
    code: sql`p.code`,
    father_name: sql`of.name`,
    status: sql`p.status`,
    last_seen_at: sql`t.last_seen_at`,
    created_at: sql`p.created_at`,
  },
  search: partnerSearch,
  named: { partner_id: (id) => nameById('partners', id) },
  toRow: (stored: StoredRow, { session }): TicketOfficeRow => {
    const { father_active: _active, unused: _unused, off_above: _above, ...row } = stored
    return { ...row, actions: actionsOn(stored, session) }
  },
})

/** One office within reach. @throws Problem `not_found` */
export const officeOf = readOne(officeList)
