/** The partners within reach, as a tree: the way back from one of them to the user's own. */
import { useMemo } from 'react'
import { unknownNames } from '@contract/names.ts'
import { partners, type PartnerOption } from '@contract/partners.ts'
import { useCall } from '@providers/queries.ts'
import { useSession } from '@providers/session.ts'
import { loadingName } from './names.ts'

export interface PathStep {
  id: number
  name: string
  /** Where it hangs is not known: yet, or to this person. */
  unplaced?: true
}

/**
 * From the user's own partner down to `id`, both included. What is not within reach (a pasted link
 * of somebody else) leaves only the root.
 */
export function partnerPath(options: readonly PartnerOption[], root: PathStep, id: number | undefined): PathStep[] {
  const byId = new Map(options.map((option) => [option.id, option]))
  const steps: PathStep[] = []
  let at = id === undefined || id === root.id ? undefined : byId.get(id)
  while (at && at.id !== root.id && steps.length < 32) {
    steps.unshift({ id: at.id, name: at.name })
    at = at.father_id === null ? undefined : byId.get(at.father_id)
  }
  return [root, ...steps]
}

/**
 * The path of the partner in the URL: it and those above it are asked for only when there is one. One that is not known
 * yet, or not within reach, is a step that says so.
 */
export function usePartnerPath(id: number | undefined): PathStep[] {
  const { partner_id, partner_name } = useSession()
  const away = id !== undefined && id !== partner_id
  const { data, isPending } = useCall(partners.options, { query: away ? { id } : {} }, { enabled: away })
  return useMemo(() => {
    const path = partnerPath(data?.data ?? [], { id: partner_id, name: partner_name }, id)
    if (!away || path.length > 1) return path
    return [...path, { id, name: isPending ? loadingName : unknownNames.partner, unplaced: true }]
  }, [data, isPending, away, partner_id, partner_name, id])
}
