/** What a user may do with one agency. The tree is not asked here: whoever reads a row has it within reach. */
import { allows, type Who } from '@contract/access/rules.ts'
import { agencies, type AgencyRow } from '@contract/agencies.ts'
import type { OffAbove } from '../../platform/lists/switched-off.ts'

export interface AgencyFacts extends OffAbove {
  father_active: boolean
  /** Nothing hangs from it or speaks of it. */
  unused: boolean
}

type Action = AgencyRow['actions'][number]

/** By the rule of the call behind each action, and by the row's state. */
export function agencyActions(row: AgencyFacts & Pick<AgencyRow, 'status'>, who: Who): Action[] {
  const may: Record<Action, boolean> = {
    update: allows(agencies.update.access, who),
    clone: allows(agencies.clone.access, who) && row.father_active && row.off_above === null,
    deactivate: allows(agencies.update.access, who) && row.status === 'activo',
    activate:
      allows(agencies.update.access, who) && row.status === 'inactivo' && row.father_active && row.off_above === null,
    remove: allows(agencies.remove.access, who) && row.unused && row.off_above === null,
    responsible: allows(agencies.saveConfig.access, who),
  }
  return (Object.keys(may) as Action[]).filter((action) => may[action])
}
