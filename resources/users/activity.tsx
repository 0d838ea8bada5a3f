/** What a user does: sign-ins, sales and operations of late, and the sessions that are open, which can be ended. */
import { Button } from 'antd'
import { users, type UserRow } from '@contract/users.ts'
import { formatInstant } from '@contract/values/dates.ts'
import { formatCount } from '@contract/values/money.ts'
import { useToasts } from '@providers/notifications.ts'
import { useAction, useCall } from '@providers/queries.ts'
import { useSession } from '@providers/session.ts'
import { useConfirm } from '@/kit/page/confirm.tsx'
import { Facts } from '@/kit/page/facts.tsx'
import { ProblemView } from '@/kit/page/problem-view.tsx'
import { ListSkeleton } from '@/kit/page/skeletons.tsx'
import { RowDrawer } from '@/kit/screen/row-drawer.tsx'
import type { RowWalk } from '@/kit/table/shown-rows.ts'
import { Stack } from '@/kit/page/stack.tsx'
import { Money } from '@/kit/values/money.tsx'

interface ActivityDrawerProps {
  row: UserRow
  walk: RowWalk | null
  onClose: () => void
}

export function ActivityDrawer({ row, walk, onClose }: ActivityDrawerProps) {
  return (
    <RowDrawer open title={`Actividad de ${row.name}`} width={520} shows={row.id} walk={walk} onClose={onClose}>
      <Stack key={row.id}>
        <Metrics id={row.id} />
        <Sessions row={row} />
      </Stack>
    </RowDrawer>
  )
}

function Metrics({ id }: { id: number }) {
  const { zone } = useSession()
  const { data, error, refetch } = useCall(users.metrics, { params: { id } })
  if (!data) return error ? <ProblemView error={error} onRetry={() => void refetch()} /> : <ListSkeleton />
  const at = (instant: string | null) => (instant === null ? 'Nunca' : formatInstant(instant, zone))
  const spans = data.spans.flatMap(({ days, sold, operations }) => [
    ...sold.map(({ currency, tickets, amount }) => ({
      key: `${days} ${currency}`,
      label: `Ventas de ${days} días`,
      value: (
        <>
          <Money value={amount} currency={currency} /> <span className="note">{formatCount(tickets)} tickets</span>
        </>
      ),
    })),
    { label: `Otras operaciones de ${days} días`, value: formatCount(operations) },
  ])
  return (
    <Facts
      facts={[
        { label: 'Último ingreso', value: at(data.last_sign_in_at) },
        {
          label: 'Intentos fallidos de 30 días',
          value: data.refused === 0 ? 'Ninguno' : `${formatCount(data.refused)}, el último ${at(data.last_refused_at)}`,
        },
        ...spans,
      ]}
    />
  )
}

function Sessions({ row: { id, username, actions } }: { row: UserRow }) {
  const { zone } = useSession()
  const [ask, dialog] = useConfirm()
  const { data, error, refetch } = useCall(users.sessions, { params: { id } })
  const end = useAction(users.endSessions, { invalidates: [users], success: false })
  const toasts = useToasts()
  const ends = actions.includes('sessions')
  if (!data) return error ? <ProblemView error={error} onRetry={() => void refetch()} /> : <ListSkeleton />
  const askEnd = (session_id?: string) =>
    ask({
      title: session_id ? 'Terminar esta sesión' : `Terminar las sesiones de ${username}`,
      text: 'Quien la use sale en el acto. Lo que no haya guardado se pierde; puede volver a entrar con su contraseña.',
      action: 'Terminar',
      danger: true,
      run: async () => {
        const ended = await end.run({ params: { id }, query: session_id ? { session_id } : {} })
        if (ended) toasts.success(session_id ? 'La sesión terminó.' : `Terminaron las sesiones de ${username}.`)
        return ended
      },
    })
  return (
    <section aria-label="Sesiones abiertas">
      <div className="row gap-sm">
        <h2 className="strong">Sesiones abiertas</h2>
        {ends && data.data.length > 1 && (
          <Button size="small" danger className="push" onClick={() => askEnd()}>
            Terminar todas
          </Button>
        )}
      </div>
      {data.data.length === 0 && <p className="sorteo-muted">No tiene ninguna sesión abierta.</p>}
      <ul className="sorteo-activity lined plain-list">
        {data.data.map((one) => (
          <li key={one.id} className="line stretch gap-sm">
            <div className="fill">
              <strong>{one.device}</strong>
              <p className="note">
                {one.ip} · desde {formatInstant(one.since, zone)} · vista {formatInstant(one.last_seen_at, zone)}
              </p>
            </div>
            {ends && (
              <Button size="small" onClick={() => askEnd(one.id)} aria-label={`Terminar la sesión de ${one.device}`}>
                Terminar
              </Button>
            )}
          </li>
        ))}
      </ul>
      {dialog}
    </section>
  )
}
