/** The audit log: what was done, by whom, with what it was before and after side by side. */
import { auditLog, operationText, type AuditRow } from '@contract/audit-log.ts'
import { formatCount } from '@contract/values/money.ts'
import { useCall } from '@providers/queries.ts'
import { Alert, Button } from 'antd'
import { Changes } from '@/kit/page/changes.tsx'
import { Stack } from '@/kit/page/stack.tsx'
import { reportScreen } from '@/kit/screen/report-screen.tsx'
import { RowFacts } from '@/kit/screen/record-facts.tsx'

/** Is every row as it was written? Asked on opening, and again by hand. */
function Chain() {
  const { data, isFetching, isError, refetch } = useCall(auditLog.verify)
  const again = (
    <Button size="small" loading={isFetching} onClick={() => void refetch()}>
      Verificar de nuevo
    </Button>
  )
  if (isError)
    return <Alert type="error" showIcon message="No se pudo verificar la cadena de la bitácora." action={again} />
  if (!data) return <Alert type="info" showIcon message="Verificando la cadena de la bitácora…" />
  if (data.broken_at !== null)
    return (
      <Alert
        type="error"
        showIcon
        message={`La cadena se rompe en la fila ${data.broken_at}: lo que dice no es lo que se selló. ${formatCount(data.verified)} filas anteriores están intactas.`}
        action={again}
      />
    )
  const waiting =
    data.waiting > 0
      ? ` ${data.waiting === 1 ? 'Una espera' : `${formatCount(data.waiting)} esperan`} su sello, que llega en segundos.`
      : ''
  return (
    <Alert
      type="success"
      showIcon
      message={`Cadena verificada: ${data.verified === 1 ? 'una fila está como se escribió' : `${formatCount(data.verified)} filas están como se escribieron`}.${waiting}`}
      action={again}
    />
  )
}

function Detail({ row }: { row: AuditRow }) {
  return (
    <Stack>
      <RowFacts
        list={auditLog.list}
        row={row}
        names={['at', 'username', 'role', 'entity', 'entity_id', 'reason', 'ip', 'request_id', 'sealed']}
      />
      <Changes before={row.before} after={row.after} />
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
