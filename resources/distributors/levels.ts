/** The open levels of the tree of affiliates: each asked for when it is opened, a page at a time. */
import { useState } from 'react'
import { partners, type PartnerRow } from '@contract/partners.ts'
import { pageLimits } from '@contract/endpoint.ts'
import { useCalls } from '@providers/many-queries.ts'

export interface TreeLevel {
  rows: readonly PartnerRow[]
  total: number
  state: 'loading' | 'failed' | 'ready'
  retry: () => void
}

export interface Levels {
  of: (partner_id: number) => TreeLevel | undefined
  /** Asks for the next page of a level. */
  more: (partner_id: number) => void
}

/** `way` goes from the top down to the one that is looked for: on its level each of it stands first. */
export function useLevels(open: readonly number[], way: readonly number[]): Levels {
  const [pages, setPages] = useState<ReadonlyMap<number, number>>(new Map())
  const asked = open.flatMap((partner_id) => {
    const next = way[way.indexOf(partner_id) + 1]
    const first = way.includes(partner_id) && next !== undefined ? { first_id: next } : {}
    return Array.from({ length: pages.get(partner_id) ?? 1 }, (_, at) => ({
      query: { partner_id, page: at + 1, per_page: pageLimits.size, ...first },
    }))
  })
  const results = useCalls(partners.directs, asked)
  const levels = new Map<number, TreeLevel>()
  asked.forEach(({ query: { partner_id } }, at) => {
    const { data, isError, refetch } = results[at]!
    const before = levels.get(partner_id)
    const state = isError ? 'failed' : data ? 'ready' : 'loading'
    levels.set(partner_id, {
      rows: [...(before?.rows ?? []), ...(data?.data ?? [])],
      total: data?.total ?? before?.total ?? 0,
      state: before && before.state !== 'ready' ? before.state : state,
      retry: isError || !before ? () => void refetch() : before.retry,
    })
  })
  return {
    of: (partner_id) => levels.get(partner_id),
    more: (partner_id) => setPages((now) => new Map(now).set(partner_id, (now.get(partner_id) ?? 1) + 1)),
  }
}
