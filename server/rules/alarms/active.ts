/** The alarms that stand now. Each kind says its rule in its own file; what is switched off is not looked for. */
import { isWatched } from '@contract/alarm-config.ts'
import type { AlarmKind } from '@contract/alarms.ts'
import { silentAgencies } from './agency.ts'
import type { Alarm, Look } from './alarm.ts'
import { lateResults } from './late.ts'
import { unusualPayouts } from './payout.ts'
import { fullNumbers } from './quota.ts'
import { unusualStakes } from './stake.ts'

const finders: Record<AlarmKind, (look: Look) => Promise<Alarm[]>> = {
  cupo: fullNumbers,
  jugada: unusualStakes,
  resultado: lateResults,
  pago: unusualPayouts,
  agencia: async (look) => (await silentAgencies(look)).alarms,
}

/** Those of the kinds named, in their order. */
export async function activeAlarms(look: Look, kinds: readonly AlarmKind[]): Promise<Alarm[]> {
  const found: Alarm[] = []
  for (const kind of kinds) if (isWatched(look.of, kind)) found.push(...(await finders[kind](look)))
  return found
}
