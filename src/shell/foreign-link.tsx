/** An address of another banca than the one that is open: nothing of this one is shown under it. */
import { Button } from 'antd'
import { useNavigate } from 'react-router'
import { allows } from '@contract/access/rules.ts'
import { crossDb } from '@contract/cross-db.ts'
import { addressDatabase } from '@providers/banca-address.ts'
import { bancaNameOf } from '@providers/banca-names.ts'
import { useCall } from '@providers/queries.ts'
import { useSession } from '@providers/session.ts'
import { Busy } from '@/kit/page/busy.tsx'
import { useGoToBanca } from '@/kit/page/go-to-banca.ts'
import { useBancas } from './bancas.ts'
import './signs.css'

/** The database that the address names, where it is not the session's. */
export function useForeignDatabase(): string | null {
  const { database } = useSession()
  const asked = addressDatabase()
  return asked === database ? null : asked
}

export function ForeignLink({ database }: { database: string }) {
  const user = useSession()
  const { bancas } = useBancas()
  const navigate = useNavigate()
  const go = useGoToBanca()
  const knows = allows(crossDb.conns.access, user) && (user.cross_db || user.home !== null)
  const offered = useCall(crossDb.enabled, {})
  if ((knows && !bancas) || offered.isLoading) return <Busy />
  const found = bancas?.find((one) => one.database === database)
  const name = found?.name ?? offered.data?.data.find(({ id }) => id === database)?.name ?? bancaNameOf(database)
  const { pathname, search, hash } = window.location
  return (
    <section className="sorteo-error middle gap-xs">
      <title>{`Este enlace es de ${name} · Sorteo`}</title>
      <h1>Este enlace es de {name}</h1>
      <p className="sorteo-muted">{sayWhy(user.banca_name, name, found?.reason, found !== undefined)}</p>
      <div className="sorteo-error-actions row gap-xs">
        {found && found.reason === null && (
          <Button type="primary" onClick={() => go({ ...found, address: `${pathname}${search}${hash}` })}>
            Ir a {name}
          </Button>
        )}
        <Button onClick={() => void navigate('/')}>Seguir en {user.banca_name}</Button>
      </div>
    </section>
  )
}

function sayWhy(here: string, there: string, reason: string | null | undefined, isRegistered: boolean): string {
  if (!isRegistered) return `Usted está en ${here} y no tiene registrada esa banca: su contenido no se muestra aquí.`
  if (reason) return `Usted está en ${here}. Ahora no se puede pasar a ${there}: ${reason.toLowerCase()}.`
  return `Usted está en ${here}. Pase a ${there} para abrirlo.`
}
