/** The bancas that the person may work in: the one they signed in to and those registered, each with how it stands. */
import { useMemo } from 'react'
import { connectionStates, crossDb, type ConnectionState } from '@contract/cross-db.ts'
import { useCall } from '@providers/queries.ts'
import { useCan, useSession } from '@providers/session.ts'

export interface Banca {
  database: string
  name: string
  /** Why one cannot go there now; null where one can. */
  reason: string | null
  home: boolean
}

const reasonOf = (state: ConnectionState) => (state === 'disponible' ? null : connectionStates[state])

/** Undefined until it is known; `refetch` asks how they stand now. */
export function useBancas(): { bancas: readonly Banca[] | undefined; refetch: () => void } {
  const { cross_db, home, database, banca_name } = useSession()
  const enabled = useCan(crossDb.conns.access) && (cross_db || home !== null)
  const { data, isError, refetch } = useCall(crossDb.conns, {}, { enabled })
  const bancas = useMemo(() => {
    if (data)
      return [
        { database: data.home.database, name: data.home.banca_name, reason: null, home: true },
        ...data.data.map((one) => ({
          database: one.database,
          name: one.banca_name,
          reason: reasonOf(one.state),
          home: false,
        })),
      ]
    // Whoever came from elsewhere finds the way back, whatever else is not known.
    if (home && isError)
      return [
        { database: home.database, name: home.banca_name, reason: null, home: true },
        { database, name: banca_name, reason: null, home: false },
      ]
    return undefined
  }, [data, isError, home, database, banca_name])
  return { bancas, refetch: () => void refetch() }
}
