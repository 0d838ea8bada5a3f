/** The audit log: what was done, by whom, with what it was before and after side by side. */
import { useEffect, useRef, useState } from 'react'
import { auditedFields, auditLog, operationText, type AuditRow } from '@contract/audit-log.ts'
import type { Answer } from '@contract/endpoint.ts'
// The log speaks of every entity's operations and fields.
import '@contract/index.ts'
import { formatInstant } from '@contract/values/dates.ts'
import { formatCount } from '@contract/values/money.ts'
import { useNotice } from '@providers/notifications.ts'
import { useCall, useReadOnce } from '@providers/queries.ts'
import { useSession } from '@providers/session.ts'
import { Alert, Button, Pagination } from 'antd'
import { Changes } from '@/kit/page/changes.tsx'
import { ProblemView } from '@/kit/page/problem-view.tsx'
import { Stack } from '@/kit/page/stack.tsx'
import { ExportButton } from '@/kit/table/export.tsx'
import { FigureTable } from '@/kit/table/figure-table.tsx'
import { reportScreen } from '@/kit/screen/report-screen.tsx'
import { RowFacts } from '@/kit/screen/record-facts.tsx'
import { recordedLabel, recordedWords } from '@/kit/screen/recorded.ts'

type Walk = Answer<typeof auditLog.verify>

/** A walk along the whole chain, part by part; it ends with the screen. */
function useWalk() {
  const step = useReadOnce(auditLog.verify)
  const notice = useNotice()
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
      notice.error(error)
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

const perPage = 50

/** Which change over many rows a row of the log tells of. */
function changeOf({ after }: AuditRow): number | null {
  const id = Number((after as { change_id?: string } | null)?.change_id)
  return Number.isInteger(id) && id > 0 ? id : null
}

/** Every row that one change over many touched, a page at a time. */
function ChangedRows({ change_id }: { change_id: number }) {
  const [page, setPage] = useState(1)
  const query = { change_id, page, per_page: perPage }
  const { data, error, refetch } = useCall(auditLog.changed, { query }, { keepPrevious: true })
  if (error) return <ProblemView error={error} onRetry={() => void refetch()} />
  if (!data) return null
  return (
    <Stack gap="sm">
      <FigureTable
        caption={`Cada fila que cambió: ${formatCount(data.total)}`}
        rows={data.data}
        rowKey={({ id }) => id}
        columns={[
          { title: 'Afiliado', text: true, render: (one) => one.partner_name ?? `${one.partner_id}, eliminado` },
          {
            title: 'De',
            text: true,
            render: ({ product_name, bet_type_name, currency }) =>
              [product_name, bet_type_name, currency].filter(Boolean).join(' · '),
          },
          { title: 'Antes', render: ({ before }) => before ?? 'Heredaba' },
          { title: 'Después', render: ({ after }) => after ?? 'Hereda' },
        ]}
      />
      <div className="row gap-sm">
        <Pagination
          size="small"
          responsive={false}
          simple
          current={page}
          pageSize={perPage}
          total={data.total}
          showSizeChanger={false}
          onChange={setPage}
        />
        <ExportButton endpoint={auditLog.changedExport} query={{ change_id }} />
      </div>
    </Stack>
  )
}

function Detail({ row }: { row: AuditRow }) {
  const { zone } = useSession()
  const fields = auditedFields(row.entity)
  const change_id = changeOf(row)
  // Of a change over many, the row has its first ones: all of them are told below, and what proves them is for whoever verifies.
  const after =
    change_id === null
      ? row.after
      : { ...(row.after as object), rows: undefined, change_id: undefined, rows_sum: undefined }
  return (
    <Stack>
      <RowFacts
        list={auditLog.list}
        row={row}
        names={['at', 'username', 'role', 'entity', 'entity_id', 'reason', 'ip', 'request_id', 'sealed']}
      />
      <Changes
        before={change_id === null ? row.before : undefined}
        after={after}
        labelOf={(path) => recordedLabel(fields, path)}
        wordsOf={(path, value) => recordedWords(fields, path, value, zone)}
      />
      {change_id !== null && <ChangedRows change_id={change_id} />}
    </Stack>
  )
}

export default reportScreen(auditLog.list, {
  title: 'Bitácora',
  key: 'audit-log',
  columns: [
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
  ],
  rowName: (row) => operationText(row.action),
  above: <Chain />,
  nothing: {
    title: 'Nada en estos días',
    text: 'Aquí queda cada cambio con su autor. Elija otro período o quite un filtro.',
  },
  detail: { title: (row) => operationText(row.action), render: (row) => <Detail row={row} /> },
})
