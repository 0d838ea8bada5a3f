/** From where on a figure is an alarm: what the banca keeps, with the version that the next save must name. */
import { sql } from 'drizzle-orm'
import { alarmThresholds, isWatched, type AlarmThresholds } from '@contract/alarm-config.ts'
import type { AlarmKind } from '@contract/alarms.ts'
import type { Executor } from '../../platform/db/connect.ts'

/** The thresholds' columns are called as they are. */
export const thresholdNames = Object.keys(alarmThresholds.shape) as (keyof AlarmThresholds)[]

export type KeptThresholds = AlarmThresholds & { version: number; updated_at: string }

export async function keptThresholds(db: Executor): Promise<KeptThresholds> {
  const columns = thresholdNames.map((name) => sql.identifier(name))
  const kept = await db.one<KeptThresholds>(
    sql`SELECT ${sql.join(columns, sql`, `)}, version, updated_at FROM alarm_settings`,
  )
  if (!kept) throw new Error('the alarms have no thresholds')
  return kept
}

const words: Record<AlarmKind, (of: AlarmThresholds) => string> = {
  cupo: (of) => `cupos desde el ${of.quota_percent} %`,
  jugada: (of) => `jugadas de más de ${of.stake_times} veces lo usual en los últimos ${of.stake_minutes} minutos`,
  resultado: (of) => `resultados a los ${of.late_minutes} minutos`,
  pago: (of) => `premios a ${of.payout_points} puntos de lo usual`,
  agencia: (of) => `agencias con ${of.agency_minutes} minutos sin vender`,
}

/** What of these kinds the banca watches, and from where on. */
export function watchedText(of: AlarmThresholds, kinds: readonly AlarmKind[]): string[] {
  return kinds.filter((kind) => isWatched(of, kind)).map((kind) => words[kind](of))
}
