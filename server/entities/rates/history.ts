/** Every rate there is, with what came of it: in force, still to come, or of before. */
import { sql, type SQL } from 'drizzle-orm'
import { rates, type RateRow } from '@contract/rates.ts'
import type { SessionUser } from '@contract/session.ts'
import { listing, readOne, type Reader } from '../../platform/lists/listing.ts'

/** Rows (… , before, next_from): each rate with the one that it followed and when the next one takes its place. */
const following = sql`(
  SELECT rate.*, lag(rate.rate) OVER own AS before, lead(rate.valid_from) OVER own AS next_from
  FROM rates rate
  WINDOW own AS (PARTITION BY rate.rate_type_id, rate.currency, rate.office_id ORDER BY rate.valid_from))`

const stateAt = (now: SQL) => sql`
  CASE WHEN rate.valid_from > ${now} THEN 'programada' WHEN rate.next_from IS NULL OR rate.next_from > ${now} THEN 'vigente'
    ELSE 'anterior' END`
const nowOf = ({ now }: Reader) => sql`${now.toISOString()}::timestamptz`

/** Who sets rates sits in the banca, or at an office and then for itself alone. */
export const isOfBanca = ({ partner_type }: Pick<SessionUser, 'partner_type'>): boolean => partner_type === 'banca'

/** Of a partner's people: the banca's rates and, of an office, its own. */
const visible = ({ session, scope }: Reader): SQL =>
  isOfBanca(session) ? sql`true` : sql`(rate.office_id IS NULL OR rate.office_id = ${scope.partner_id})`

type Raw = Omit<RateRow, 'actions'> & { office_id: number | null }

export const history = listing<typeof rates.list, Raw>(rates.list, {
  from: sql`${following} rate JOIN rate_types type ON type.id = rate.rate_type_id LEFT JOIN partners office ON office.id = rate.office_id
    LEFT JOIN users setter ON setter.id = rate.set_by`,
  columns: (
    question,
  ) => sql`rate.id::int AS id, rate.valid_from, type.nombre AS type_name, rate.currency::text AS currency,
    trim_scale(rate.rate)::text AS rate, round((rate.rate / rate.before - 1) * 100, 2)::text AS change_percent,
    ${stateAt(nowOf(question))} AS state, office.name AS office_name, setter.name AS set_by_name, rate.created_at, rate.office_id`,
  key: sql`rate.id`,
  scope: (_scope, question) => visible(question),
  filter: {
    type: (codigo) => sql`type.codigo = ${codigo}`,
    currency: (currency) => sql`rate.currency = ${currency}::currency`,
    state: (state, question) => sql`${stateAt(nowOf(question))} = ${state}`,
  },
  order: {
    valid_from: sql`rate.valid_from`,
    type_name: sql`type.nombre`,
    rate: sql`rate.rate`,
    created_at: sql`rate.created_at`,
  },
  // What is still to come is of every period that reaches today.
  period: ({ from, to }, { session: { zone }, today }) => sql`
    rate.valid_from >= ${from}::date::timestamp AT TIME ZONE ${zone}
    AND (${to >= today}::boolean OR rate.valid_from < (${to}::date + 1)::timestamp AT TIME ZONE ${zone})`,
  toRow: ({ office_id, ...row }, { session, scope }) => ({
    ...row,
    // What began stays: it is what was sold at.
    actions:
      row.state === 'programada' && office_id === (isOfBanca(session) ? null : scope.partner_id) ? ['withdraw'] : [],
  }),
})

/** One rate as the list shows it. @throws Problem `not_found` */
export const rateRow = readOne(history)
