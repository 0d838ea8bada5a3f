/** Who changed what of an affiliate: what is written of it in the log, and the changes over many that touched it. */
import { Alert } from 'antd'
import { useMemo, useState } from 'react'
import { auditLog, operationText, type AuditRow } from '@contract/audit-log.ts'
import { useCan } from '@providers/session.ts'
import { Stack } from '@/kit/page/stack.tsx'
import { ListTable } from '@/kit/screen/list-table.tsx'
import { RowDrawer } from '@/kit/screen/row-drawer.tsx'
import { useRowWalk } from '@/kit/table/shown-rows.ts'
import { DateRange } from '@/kit/values/date-range.tsx'
import { usePeriod } from '@/kit/values/period.ts'
import { AuditDetail } from '../audit-log/row.tsx'

const idOf = (row: unknown) => (row as AuditRow).id
const operationOf = (row: AuditRow) => operationText(row.action)

export function PartnerChanges({ id }: { id: number }) {
  const period = usePeriod('mes')
  const reads = useCan(auditLog.list.access)
  const fixed = useMemo(() => ({ partner_id: id, ...period.days }), [id, period.days])
  const [opened, setOpened] = useState<AuditRow | null>(null)
  const walk = useRowWalk({ list: auditLog.list, idOf, id: opened?.id, open: (row) => setOpened(row as AuditRow) })
  if (!reads) return <Alert type="info" showIcon message="La bitácora la lee la administración de la banca." />
  return (
    <Stack gap="sm">
      <div>
        <DateRange control={period} />
      </div>
      <ListTable
        list={auditLog.list}
        columns={[{ key: 'at', fixed: true }, 'username', 'role', 'action', 'touched', 'reason', 'ip']}
        fixed={fixed as never}
        elsewhere={['user_id', 'role', 'entity', 'action', 'partner_id']}
        rowName={operationOf}
        onRowClick={setOpened}
        onOpen={setOpened}
        storageKey="partner-changes"
        empty={{ title: 'Nadie cambió nada en estos días', text: 'Elija otro período o quite un filtro.' }}
      />
      <RowDrawer
        shows={opened?.id}
        walk={walk}
        open={opened !== null}
        width={720}
        title={opened && operationOf(opened)}
        onClose={() => setOpened(null)}
        destroyOnHidden
      >
        {opened && <AuditDetail key={opened.id} row={opened} partner_id={id} />}
      </RowDrawer>
    </Stack>
  )
}
