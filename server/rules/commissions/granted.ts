/**
 * What one partner earns is granted from above: who is not of the banca changes nothing of its own partner's, and gives
 * below it no kind but its own and no more than it has itself. What is given below is paid by the banca.
 */
import { sql } from 'drizzle-orm'
import { isBancaRole } from '@contract/access/rules.ts'
import {
  commissionKindLabels,
  participationKindLabels,
  partsOf,
  percentText,
  type Rate,
  type RateField,
} from '@contract/commission-rates.ts'
import type { RateKey } from '@contract/commissions.ts'
import type { SessionUser } from '@contract/session.ts'
import { json, type Executor } from '../../platform/db/connect.ts'
import { holding, rateJson, whenSet } from './in-force.ts'

/** Whose rates are the most that this user gives; null for who may give any. */
export function grantorOf({ role, partner_id }: Pick<SessionUser, 'role' | 'partner_id'>): number | null {
  return isBancaRole(role) ? null : partner_id
}

export const ownRate = 'Sus propias tasas las fija quien está por encima de usted.'

type Key = Omit<RateKey, 'partner_id'>

/** What a partner itself has for each key; without any it earns nothing. */
export async function grantedFor(db: Executor, partner_id: number, keys: readonly Key[]): Promise<(Rate | null)[]> {
  const rows = await db.rows<{ rate: Rate | null }>(sql`
    SELECT ${rateJson(sql`h`)} AS rate FROM (
      SELECT ${partner_id}::int AS partner_id, k.* FROM jsonb_to_recordset(${json(keys.map((key, n) => ({ ...key, n })))})
        AS k(n int, product_id int, bet_type_id int, currency currency)
    ) r LEFT JOIN ${holding(sql`r`, whenSet)} h ON true ORDER BY r.n`)
  return rows.map(({ rate }) => rate)
}

const nothing: Rate = {
  commission_kind: 'VENTA',
  commission_percent: '0',
  participation_kind: 'COMPARTIDA',
  participation_percent: '0',
}

/** Why a rate is more than what whoever gives it has, by its field; null where it is not. */
export function aboveGranted(rate: Rate, granted: Rate | null): { field: RateField; message: string } | null {
  const own = granted ?? nothing
  if (rate.commission_kind !== own.commission_kind && partsOf(rate.commission_percent) > 0n)
    return { field: 'commission_kind', message: `Puede dar la suya: ${commissionKindLabels[own.commission_kind]}.` }
  if (partsOf(rate.commission_percent) > partsOf(own.commission_percent))
    return {
      field: 'commission_percent',
      message: `Puede dar hasta lo que usted tiene: ${percentText(own.commission_percent)}.`,
    }
  if (rate.participation_kind !== own.participation_kind && partsOf(rate.participation_percent) > 0n)
    return {
      field: 'participation_kind',
      message: `Puede dar la suya: ${participationKindLabels[own.participation_kind]}.`,
    }
  if (partsOf(rate.participation_percent) > partsOf(own.participation_percent))
    return {
      field: 'participation_percent',
      message: `Puede dar hasta lo que usted tiene: ${percentText(own.participation_percent)}.`,
    }
  return null
}
