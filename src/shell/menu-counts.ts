/** What waits behind items of the menu, by the key of their screen. */
import { rules } from '@contract/access/rules.ts'
import { draws } from '@contract/draws.ts'
import { useCall } from '@providers/queries.ts'
import { useCan } from '@providers/session.ts'

const refreshEvery = 60_000

export interface MenuCount {
  count: number
  /** The count in words, for those who hear it. */
  text: string
}

/** Only what this user can do something about. */
export function useMenuCounts(): Readonly<Record<string, MenuCount>> {
  const awards = useCan(rules.awarding)
  const { data } = useCall(draws.pending, { query: { limit: 0 } }, { enabled: awards, refetchInterval: refreshEvery })
  if (!data || data.count === 0) return {}
  return { 'manage-draws': { count: data.count, text: data.count === 1 ? '1 pendiente' : `${data.count} pendientes` } }
}
