/** The audit log: what was done, by whom, with what it was before and after side by side. */
import { useEffect, useRef, useState } from 'react'
import { z } from 'zod'
import { auditLog, operationText, type AuditRow } from '@contract/audit-log.ts'
import type { Answer } from '@contract/endpoint.ts'
import { formatInstant } from '@contract/values/dates.ts'
import { formatCount } from '@contract/values/money.ts'
import { useToasts } from '@providers/notifications.ts'
import { useCall, useReadOnce } from '@providers/queries.ts'
import { useSession } from '@providers/session.ts'
import { Alert, Button } from 'antd'
import { useUrlState } from '@/kit/page/url-state.ts'
import { reportScreen, type ReportScreen } from '@/kit/screen/report-screen.tsx'
import type { ReportView } from '@/kit/screen/report-rows.tsx'
import { AuditDetail } from './row.tsx'

type Walk = Answer<typeof auditLog.verify>

/** A walk along the whole chain, part by part; it ends with the screen. */
function useWalk() {
  const step = useReadOnce(auditLog.verify)
  const toasts = useToasts()
  const [walk, setWalk] = useState<Walk | null>(null)
  const [running, setRunning] = useState(false)
  const left = useRef(false)
  useEffect(() => {
    left.current = false
    return () => {
      left.current = true
    }
  }, [])
  const start = async () => {
    setRunning(true)
    setWalk(null)
    try {
      for (let after = 0, ended = false; !ended && !left.current; ) {
        const reached = await step({ query: { after } })
        setWalk(reached)
        ended = reached.broken_at !== null || reached.verified === after || reached.verified >= reached.sealed
        after = reached.verified
      }
    } catch (error) {
      setWalk(null)
      toasts.error(error)
    } finally {
      setRunning(false)
    }
  }
  return { walk, running, start }
}

const rowsText = (rows: number) => (rows === 1 ? 'una fila' : `${formatCount(rows)} filas`)

/** How far the seals have come, and what still waits. */
function waitingText({ sealed_until, waiting }: Walk, zone: string): string {
  const reached = sealed_until === null ? '' : ` Sellada hasta el ${formatInstant(sealed_until, zone)}.`
  return reached + restText(waiting)
}

function restText(waiting: number): string {
  if (waiting === 0) return ''
  return ` ${waiting === 1 ? 'Una más espera' : `${formatCount(waiting)} más esperan`} su sello, que llega en segundos.`
}

/** What is sealed is told at once; whether it is still as it was written costs a walk over all of it, when asked. */
function Chain() {
  const { zone } = useSession()
  const { data } = useCall(auditLog.verify, { query: { most: 0 } })
  const { walk, running, start } = useWalk()
  const verify = (
    <Button size="small" loading={running} onClick={() => void start()}>
      {walk ? 'Verificar de nuevo' : 'Verificar la cadena'}
    </Button>
  )
  if (running) {
    const done = walk ? ` ${formatCount(walk.verified)} de ${rowsText(walk.sealed)}` : ''
    return <Alert type="info" showIcon message={`Verificando la cadena…${done}`} action={verify} />
  }
  if (walk?.broken_at) {
    const before = walk.verified > 0 ? ` Las ${formatCount(walk.verified)} anteriores están intactas.` : ''
    const message = `La cadena se rompe en la fila ${walk.broken_at}: lo que dice no es lo que se selló.${before}`
    return <Alert type="error" showIcon message={message} action={verify} />
  }
  if (walk) {
    const message = `Cadena verificada: ${rowsText(walk.verified)}, como se escribieron.${waitingText(walk, zone)}`
    return <Alert type="success" showIcon message={message} action={verify} />
  }
  if (!data) return null
  const message = `Cadena de sellos: ${rowsText(data.sealed)}.${waitingText(data, zone)}`
  return <Alert type="info" showIcon message={message} action={verify} />
}

/** Of the affiliate that the address asks for. */
const asked = z.object({ partner_id: auditLog.list.list.filters.partner_id.optional() })
function Detail({ row }: { row: AuditRow }) {
  const [{ partner_id }] = useUrlState(asked)
  return <AuditDetail row={row} partner_id={partner_id} />
}

const columns: ReportScreen<typeof auditLog.list>['columns'] = [
  { key: 'at', fixed: true },
  'username',
  'role',
  'entity',
  'action',
  'entity_id',
  'reason',
  'ip',
  { key: 'significant', optional: true },
  { key: 'sealed', optional: true },
  { key: 'request_id', optional: true },
]
const columnsOfAffiliate = columns.toSpliced(5, 1, 'touched')
const useParts = ({ state: { values } }: ReportView<typeof auditLog.list>) =>
  values['partner_id'] === undefined ? {} : { columns: columnsOfAffiliate }

export default reportScreen(auditLog.list, {
  title: 'Bitácora',
  key: 'audit-log',
  columns,
  useParts,
  rowName: (row) => operationText(row.action),
  above: <Chain />,
  nothing: {
    title: 'Nada en estos días',
    text: 'Aquí queda cada cambio con su autor. Elija otro período o quite un filtro.',
  },
  detail: { title: (row) => operationText(row.action), render: (row) => <Detail row={row} /> },
})
