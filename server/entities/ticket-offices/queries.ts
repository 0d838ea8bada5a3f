/** Ticket offices as their list and forms see them: whether they live, what they sold, and what waits for their terminal. */
import { sql, type SQL } from 'drizzle-orm'
import { allows, type Who } from '@contract/access/rules.ts'
import { onlineSeconds, ticketOffices, type TicketOfficeRow } from '@contract/ticket-offices.ts'
import { under, within, type Scope } from '../../platform/db/scope.ts'
import { offAbove, type OffAbove } from '../../platform/lists/switched-off.ts'
import { listing, readOne } from '../../platform/lists/listing.ts'
import { nameById } from '../../platform/lists/names.ts'
import { lastSaleOf } from '../../rules/figures/last-sale.ts'
import { soldOnDay } from '../../rules/figures/sold-today.ts'
import { mustBeWithin } from '../../rules/tree/reach.ts'
import { partnerSearch } from '../../rules/tree/search.ts'
import { ownColumns } from '../partners/columns.ts'
import { isUnused } from '../partners/remove.ts'

interface Facts extends OffAbove {
  father_active: boolean
  unused: boolean
}
type StoredRow = Omit<TicketOfficeRow, 'actions'> & Facts

const recent = sql`now() - ${sql.raw(String(onlineSeconds))} * interval '1 second'`
/** Seen or sold a moment ago, found from there and not office by office: they are few. One that was never seen may have sold. */
const isLive = sql`partner.id IN (SELECT terminal.partner_id FROM ticket_offices terminal WHERE terminal.last_seen_at > ${recent}
  UNION ALL SELECT sales_day.office_id FROM sales_days sales_day
  WHERE sales_day.day >= current_date - 1 AND sales_day.last_sale_at > ${recent})`
const liveSql: Record<TicketOfficeRow['live'], SQL> = {
  en_linea: isLive,
  nunca: sql`terminal.last_seen_at IS NULL
    AND NOT EXISTS (SELECT 1 FROM sales_days sales_day WHERE sales_day.office_id = partner.id AND sales_day.last_sale_at IS NOT NULL)`,
  fuera: sql`
    NOT ${isLive}
    AND (
      terminal.last_seen_at IS NOT NULL
      OR EXISTS (SELECT 1 FROM sales_days sales_day WHERE sales_day.office_id = partner.id AND sales_day.last_sale_at IS NOT NULL)
    )`,
}

const columns = (
  scope: Scope,
  today: string,
): SQL => sql`partner.id, ${ownColumns(sql`partner`, ticketOffices.list.list.row)}, partner.father_id, father.name AS father_name,
  state.name AS state_name, municipality.name AS municipality_name,
  CASE
    WHEN greatest(device.last_seen_at, sales.last_sale_at) > ${recent} THEN 'en_linea'
      WHEN coalesce(device.last_seen_at, sales.last_sale_at) IS NULL THEN 'nunca' ELSE 'fuera'
  END AS live,
  device.last_seen_at, sales.last_sale_at, ${soldOnDay(today, sql`partner.id`)} AS sold_today, device.binds_device, device.device_id,
  device.device_bound_at,
  device.software_version, device.pending_command,
  (SELECT count(*)::int FROM users author WHERE author.partner_id = partner.id) AS users,
  (
    SELECT count(*)::int
    FROM session_families family
    JOIN users author ON author.id = family.user_id
    WHERE author.partner_id = partner.id AND family.ended_at IS NULL AND family.expires_at > now()
  ) AS sessions,
  partner.created_at, partner.version, father.status = 'activo' AS father_active, ${isUnused} AS unused,
  ${offAbove(scope, sql`partner.off_by`)} AS off_above`

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
  from: sql`partners partner JOIN ticket_offices terminal ON terminal.partner_id = partner.id
    LEFT JOIN partners of ON of.id = partner.father_id`,
  columns: ({ scope, today }) => columns(scope, today),
  shown: {
    row: sql`partner`,
    tables: sql`
      JOIN ticket_offices device ON device.partner_id = partner.id
      LEFT JOIN partners father ON father.id = partner.father_id
      LEFT JOIN states state ON state.id = partner.state_id
      LEFT JOIN municipalities municipality ON municipality.id = partner.municipality_id
      CROSS JOIN LATERAL (SELECT ${lastSaleOf(sql`partner.id`)} AS last_sale_at) sales`,
  },
  key: sql`partner.id`,
  ties: 'ascending',
  scope: (scope) => sql`partner.type = 'taquilla' AND ${within(scope, sql`partner.id`)}`,
  filter: {
    status: (status) => sql`partner.status = ${status}`,
    live: (live) => liveSql[live],
    partner_id: async (partner_id, { scope, db }) => {
      await mustBeWithin(scope, db, partner_id)
      return under(partner_id, sql`partner.id`)
    },
    pending_command: (command) => sql`terminal.pending_command = ${command}`,
    currency: (currency) => sql`${currency}::currency = ANY (partner.currencies)`,
  },
  order: {
    name: sql`partner.name`,
    code: sql`partner.code`,
    father_name: sql`of.name`,
    status: sql`partner.status`,
    last_seen_at: sql`terminal.last_seen_at`,
    created_at: sql`partner.created_at`,
  },
  search: partnerSearch,
  named: { partner_id: (id) => nameById('partners', id) },
  toRow: (stored: StoredRow, { session }): TicketOfficeRow => {
    const { father_active: _active, unused: _unused, off_above: _above, ...row } = stored
    return { ...row, actions: actionsOn(stored, session) }
  },
})

/** One office within reach. @throws Problem `not_found` */
export const readTicketOffice = readOne(officeList)
