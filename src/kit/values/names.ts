/** The names behind numbers that a screen came with: in an address, in a view that was saved, in a record. */
import { useMemo } from 'react'
import { general } from '@contract/general.ts'
import { markedName, unknownNames, type NamedKind } from '@contract/names.ts'
import { useCall } from '@providers/queries.ts'

/** Says what a number is called: `…` until it is known, and that there is no such thing within reach. Never the number. */
export type NameOf = (id: number) => string

/** What stands for a name that is being asked for. */
export const loadingName = '…'

/** The names of these, what is switched off marked. Nothing is asked where there are none. */
export function useNames(kind: NamedKind | undefined, ids: readonly number[]): NameOf {
  const asked = [...new Set(ids)].slice(0, 100)
  const enabled = kind !== undefined && asked.length > 0
  const { data, isPending } = useCall(
    general.names,
    { query: { kind: kind ?? 'product', ids: enabled ? asked : [0] } },
    { enabled },
  )
  return useMemo(() => {
    const names = new Map(
      (data?.data ?? []).map(({ id, name, status }) => [id, markedName({ name, status: status ?? undefined })]),
    )
    return (id) => names.get(id) ?? (enabled && isPending ? loadingName : kind ? unknownNames[kind] : 'No disponible')
  }, [data, isPending, enabled, kind])
}

/** The name of one; nothing where none is named. */
export function useName(kind: NamedKind, id: number | undefined): string {
  const nameOf = useNames(kind, id === undefined ? [] : [id])
  return id === undefined ? '' : nameOf(id)
}
