/** No cents where a currency has none: rules for `verifyBooks`, each a query of what breaks it. */
import { sql, type SQL } from 'drizzle-orm'
import type { EntryKind } from '@contract/ledger-entries.ts'
import type { movementKinds } from '@contract/jackpots.ts'
import { list } from '../../platform/db/connect.ts'
import { isUnpaid, withCents } from './cents.ts'

/**
 * What is worked out or written anew. The others sum up what was posted before, or take it back: of a banca that was
 * there when cents ended they may still have some.
 */
const born = [
  'venta',
  'premiacion',
  'pago_premio',
  'comision',
  'participacion',
  'pago',
  'ingreso',
  'egreso',
  'transferencia',
  'recarga',
  'fondo',
  'ajuste',
] as const satisfies readonly EntryKind[]
/** Of pots, what comes in and what is won; the rest is passed on or taken back. */
const bornInPots = [
  'ticket',
  'INGRESO',
  'premio',
  'apertura',
] as const satisfies readonly (typeof movementKinds)[number][]

const since = sql`(SELECT whole_money_since FROM banca)`

export const roundingRules: readonly [string, SQL][] = [
  [
    'nada se gana ni se paga con céntimos en una moneda que no los tiene',
    sql`
    SELECT account.partner_id, posting.currency, posting.day
    FROM ledger_postings posting
    JOIN ledger_entries entry ON entry.day = posting.day AND entry.id = posting.entry_id
    JOIN ledger_accounts account ON account.id = posting.account_id
    WHERE entry.kind = ANY (${list(born)}::text[]) AND entry.created_at > ${since}
      AND ${withCents(sql`posting.currency`, sql`posting.amount`)}
    UNION ALL
    SELECT agency_id, currency, week FROM settlement_weeks
    WHERE ${withCents(sql`currency`, sql`commission`, sql`participation`)}
    UNION ALL
    SELECT office_id, currency, day FROM settled_hours
    WHERE ${withCents(sql`currency`, sql`commission`, sql`participation`)}
    UNION ALL
    SELECT prize.office_id, prize.currency, prize.ticket_day
    FROM prizes prize JOIN tickets ticket ON ticket.day = prize.ticket_day AND ticket.id = prize.ticket_id
    WHERE prize.withdrawn_at IS NULL AND ${isUnpaid} AND ${withCents(sql`prize.currency`, sql`prize.amount`)}
    UNION ALL
    SELECT NULL, jackpot.currency, movement.day
    FROM jackpot_movements movement JOIN jackpots jackpot ON jackpot.id = movement.jackpot_id
    WHERE movement.kind = ANY (${list(bornInPots)}::text[]) AND movement.created_at > ${since}
      AND ${withCents(sql`jackpot.currency`, sql`movement.amount`)}
    UNION ALL
    SELECT agency_id, currency, day FROM external_entries
    WHERE replaced_by IS NULL AND posted_at > ${since} AND ${withCents(sql`currency`, sql`sold`, sql`prizes`, sql`commission`)}`,
  ],
]
