/** Other bancas: registering one's user of another, what is registered, and who comes in from there. */
import { Button, Drawer } from 'antd'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { Link } from 'react-router'
import { banking } from '@contract/banking.ts'
import { connectionState, crossDb, type Connection, type DatabaseGuest } from '@contract/cross-db.ts'
import { titleOf } from '@contract/field.ts'
import { screenLink } from '@contract/links.ts'
import { formatInstant } from '@contract/values/dates.ts'
import { useAction, useCall } from '@providers/queries.ts'
import { refetchSession, useCan, useSession } from '@providers/session.ts'
import { useConfirm, type Confirmation } from '@/kit/page/confirm.tsx'
import { EmptyState } from '@/kit/page/empty.tsx'
import { useGoToBanca } from '@/kit/page/go-to-banca.ts'
import { Panel } from '@/kit/page/panel.tsx'
import { ProblemView } from '@/kit/page/problem-view.tsx'
import { ListSkeleton } from '@/kit/page/skeletons.tsx'
import { StateTag } from '@/kit/values/status-tag.tsx'
import { RegisterBanca } from './register.tsx'

interface OtherBancasProps {
  at: 'list' | 'register' | null
  onClose: () => void
}

export function OtherBancas({ at, onClose }: OtherBancasProps) {
  return (
    <Drawer open={at !== null} onClose={onClose} title="Otras bancas" width={620} destroyOnHidden>
      {at && <Inside startsAtForm={at === 'register'} onClose={onClose} />}
    </Drawer>
  )
}

function Inside({ startsAtForm, onClose }: { startsAtForm: boolean; onClose: () => void }) {
  const { home, banca_name, cross_db } = useSession()
  const call = useCall(crossDb.conns, {})
  /** The banca to choose in the form; null while there is none. */
  const [registering, setRegistering] = useState<string | null>(startsAtForm ? '' : null)
  const opener = useRef<HTMLButtonElement>(null)
  const { ask, dialog } = useEnding()
  // The form goes with its button: whoever used it goes on from the one that opened it.
  const wasOpen = useRef(false)
  useEffect(() => {
    if (registering === null && wasOpen.current) opener.current?.focus()
    wasOpen.current = registering !== null
  }, [registering])
  if (!call.data)
    return call.isError ? (
      <ProblemView error={call.error} onRetry={() => void call.refetch()} />
    ) : (
      <ListSkeleton rows={4} />
    )
  const { data, guests } = call.data
  const known = [call.data.home.database, ...data.flatMap((one) => (isBroken(one) ? [] : [one.database]))]
  return (
    <div className="stack gap-lg">
      {!cross_db && <SwitchedOff onClose={onClose} />}
      {(cross_db || data.length > 0) && (
        <Panel
          title={home ? `Mis bancas, desde ${home.banca_name}` : 'Mis bancas'}
          padding="tight"
          actions={
            cross_db && (
              <Button ref={opener} disabled={registering !== null} onClick={() => setRegistering('')}>
                Registrar otra banca
              </Button>
            )
          }
        >
          {registering !== null && (
            <RegisterBanca key={registering} database={registering} known={known} onDone={() => setRegistering(null)} />
          )}
          {data.length === 0 && registering === null && <NoneRegistered />}
          <Rows of={data} label="Bancas registradas">
            {(one) => <Registered key={one.id} one={one} onEnd={ask} onGo={onClose} onAgain={setRegistering} />}
          </Rows>
        </Panel>
      )}
      {(cross_db || guests.length > 0) && (
        <Panel
          title="Quién entra desde otras bancas"
          note={`Usuarios de otras bancas que registraron un usuario de ${banca_name}. Si termina uno, sale enseguida.`}
          padding="tight"
        >
          {guests.length === 0 && <p className="sorteo-muted">Nadie entra a {banca_name} desde otra banca.</p>}
          <Rows of={guests} label="Quién entra desde otras bancas">
            {(one) => <Guest key={one.id} one={one} onEnd={ask} />}
          </Rows>
        </Panel>
      )}
      {dialog}
    </div>
  )
}

/** Asks, and ends a registration from whichever of its sides. */
function useEnding() {
  const end = useAction(crossDb.end, { invalidates: [crossDb], success: 'El registro terminó.' })
  const [confirm, dialog] = useConfirm()
  const ask = (id: string, words: Pick<Confirmation, 'title' | 'text'>) =>
    confirm({
      ...words,
      action: 'Terminar',
      danger: true,
      run: async () => {
        const done = await end.run({ params: { id } })
        if (done) void refetchSession()
        return done
      },
    })
  return { ask, dialog }
}
type AskToEnd = ReturnType<typeof useEnding>['ask']

function SwitchedOff({ onClose }: { onClose: () => void }) {
  const may = useCan(banking.saveConfig.access)
  const field = titleOf(banking.saveConfig.body!.shape.cross_db)
  return (
    <EmptyState
      title="Su banca no trabaja con otras bancas"
      text={
        <>
          Sirve a quien también tiene usuario en otra banca de este servidor: pasa de una a otra sin salir, y ve las
          cifras de todas juntas.{' '}
          {may
            ? `Se activa en la configuración de la banca, con «${field}».`
            : `Lo activa un administrador de su banca en Registro › Banca, con «${field}».`}
        </>
      }
      action={
        may && (
          <Link to={screenLink('banking-config')} onClick={onClose}>
            Abrir la configuración de la banca
          </Link>
        )
      }
    />
  )
}

function NoneRegistered() {
  return (
    <p className="sorteo-muted">
      Todavía no registró ninguna. Si también tiene usuario en otra banca de este servidor, regístrelo aquí: podrá pasar
      de una a otra sin salir y comparar sus cifras de hoy.
    </p>
  )
}

function Rows<T>({ of, label, children }: { of: readonly T[]; label: string; children: (one: T) => ReactNode }) {
  if (of.length === 0) return null
  return (
    <ul className="lined plain-list" aria-label={label}>
      {of.map(children)}
    </ul>
  )
}

interface RowProps {
  name: string
  facts: readonly ReactNode[]
  children: ReactNode
}

function Row({ name, facts, children }: RowProps) {
  return (
    <li className="row gap-sm" style={{ paddingBlock: 10 }}>
      <div className="grow">
        <strong>{name}</strong>
        <div className="row gap-sm note">
          {facts.map((fact, at) => (
            // oxlint-disable-next-line react/no-array-index-key -- they stand in one order
            <span key={at}>{fact}</span>
          ))}
        </div>
      </div>
      <div className="row gap-xs push">{children}</div>
    </li>
  )
}

/** Nobody comes in by it any more until it is made anew. */
const isBroken = ({ state }: Connection) => ['clave_cambiada', 'sin_acceso', 'terminada'].includes(state)

interface RegisteredProps {
  one: Connection
  onEnd: AskToEnd
  onGo: () => void
  onAgain: (database: string) => void
}

function Registered({ one, onEnd, onGo, onAgain }: RegisteredProps) {
  const { zone } = useSession()
  const go = useGoToBanca()
  const { banca_name: name, database } = one
  const facts = [
    one.username,
    <StateTag key="state" of={connectionState} state={one.state} />,
    `registrada el ${formatInstant(one.registered_at, zone)}`,
  ]
  const leave = () => {
    onGo()
    go({ database, name })
  }
  const end = () =>
    onEnd(one.id, {
      title: `¿Terminar el registro de ${name}?`,
      text: `Dejará de poder pasar a ${name}. Para volver a hacerlo tendrá que registrarla de nuevo con su contraseña de allá.`,
    })
  // Ended from inside, the session would end with it: one goes back first.
  if (one.current)
    return (
      <Row name={name} facts={facts}>
        <span className="sorteo-muted">Está aquí</span>
      </Row>
    )
  return (
    <Row name={name} facts={facts}>
      {one.state === 'disponible' && (
        <Button aria-label={`Pasar a ${name}`} onClick={leave}>
          Pasar
        </Button>
      )}
      {isBroken(one) && (
        <Button aria-label={`Registrar de nuevo ${name}`} onClick={() => onAgain(database)}>
          Registrar de nuevo
        </Button>
      )}
      <Button danger aria-label={`Terminar el registro de ${name}`} onClick={end}>
        Terminar
      </Button>
    </Row>
  )
}

function Guest({ one, onEnd }: { one: DatabaseGuest; onEnd: AskToEnd }) {
  const { zone } = useSession()
  const { banca_name: name, username, own_username, last_used_at } = one
  const facts = [
    `${username} entra aquí como ${own_username}`,
    last_used_at ? `último acceso ${formatInstant(last_used_at, zone)}` : 'aún no entró',
  ]
  return (
    <Row name={name} facts={facts}>
      <Button
        danger
        aria-label={`Terminar el acceso de ${username} de ${name}`}
        onClick={() =>
          onEnd(one.id, {
            title: `¿Terminar el acceso de ${username}, de ${name}?`,
            text: `Si está trabajando aquí como ${own_username}, sale enseguida, y no entra más desde ${name}.`,
          })
        }
      >
        Terminar
      </Button>
    </Row>
  )
}
