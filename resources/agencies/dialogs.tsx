/** The dialogs that an address can open over the list or over one agency: `?clone=12`, `?responsible=12`. */
import { agencies, type AgencyRow } from '@contract/agencies.ts'
import { rules } from '@contract/access/rules.ts'
import { useRecord } from '@providers/queries.ts'
import { useCan } from '@providers/session.ts'
import { useUrlState } from '@/kit/page/url-state.ts'
import { CloneDialog } from './clone.tsx'
import { agencyDialogs } from './paths.ts'
import { ResponsibleDialog } from './responsible.tsx'

/** An address that asks for what this user may not do opens nothing. */
export function AgencyDialogs() {
  const [{ clone, responsible }, set] = useUrlState(agencyDialogs)
  const writes = useCan(rules.registryWrite)
  const agencyId = clone ?? responsible
  const result = useRecord(agencies, agencyId ?? 0, { enabled: writes && agencyId !== undefined })
  const row: AgencyRow | undefined = result.data
  const close = () => set({ clone: undefined, responsible: undefined }, { keep_page: true })
  if (!writes || agencyId === undefined || row?.id !== agencyId) return null
  if (clone !== undefined)
    return row.actions.includes('clone') ? <CloneDialog key={agencyId} row={row} onClose={close} /> : null
  return row.actions.includes('responsible') ? <ResponsibleDialog key={agencyId} row={row} onClose={close} /> : null
}
