/** Who changed what of an affiliate: what is written of it in the log, and the changes over many that touched it. */
import { Alert, Drawer } from 'antd'
import { useMemo, useState } from 'react'
import { auditLog, operationText, type AuditRow } from '@contract/audit-log.ts'
import { useCan } from '@providers/session.ts'
import { Stack } from '@/kit/page/stack.tsx'
import { ListTable } from '@/kit/screen/list-table.tsx'
import { DateRange } from '@/kit/values/date-range.tsx'
import { usePeriod } from '@/kit/values/period.ts'
import { AuditDetail } from './audit-row.tsx'

const told = (row: AuditRow) => operationText(row.action)

export function PartnerChanges({ id }: { id: number }) {
  const period = usePeriod('mes')
  const reads = useCan(auditLog.list.access)
  const fixed = useMemo(() => ({ partner_id: id, ...period.days }), [id, period.days])
  const [opened, setOpened] = useState<AuditRow | null>(null)
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
        rowName={told}
        onRowClick={setOpened}
        onOpen={setOpened}
        storageKey="partner-changes"
        empty={{ title: 'Nadie cambió nada en estos días', text: 'Elija otro período o quite un filtro.' }}
      />
      <Drawer
        open={opened !== null}
        width={720}
        title={opened && told(opened)}
        onClose={() => setOpened(null)}
        destroyOnHidden
      >
        {opened && <AuditDetail row={opened} partner_id={id} />}
      </Drawer>
    </Stack>
  )
}
