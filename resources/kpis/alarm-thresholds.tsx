/** From where on a figure is an alarm: the banca's form. */
import { Drawer, Skeleton } from 'antd'
import { alarmConfig, alarmThresholds } from '@contract/alarm-config.ts'
import { alarms } from '@contract/alarms.ts'
import type { Answer } from '@contract/endpoint.ts'
import { useCall, useReadOnce } from '@providers/queries.ts'
import { FormActions } from '@/kit/form/fields.tsx'
import { ServerFormView, useServerForm } from '@/kit/form/form.tsx'
import { ProblemView } from '@/kit/page/problem-view.tsx'
import { FormFields } from '@/kit/screen/form-fields.tsx'

type Kept = Answer<typeof alarmConfig.config>

export function ThresholdsDrawer({ onClose }: { onClose: () => void }) {
  const kept = useCall(alarmConfig.config)
  return kept.data ? (
    <Thresholds kept={kept.data} onClose={onClose} />
  ) : (
    <Drawer open width={560} title={title} onClose={onClose}>
      {kept.isError ? (
        <ProblemView error={kept.error} onRetry={() => void kept.refetch()} />
      ) : (
        <Skeleton active title={false} paragraph={{ rows: 8 }} />
      )}
    </Drawer>
  )
}

const title = 'Umbrales de los avisos'

const startOf = ({ version, updated_at: _at, ...values }: Kept) => ({ values, version })

function Thresholds({ kept, onClose }: { kept: Kept; onClose: () => void }) {
  const readOnce = useReadOnce(alarmConfig.config)
  const form = useServerForm({
    schema: alarmThresholds,
    start: startOf(kept),
    draft: 'alarms:config',
    endpoint: alarmConfig.saveConfig,
    args: (values, version) => ({ body: { ...values, version: version ?? kept.version } }),
    invalidates: [alarmConfig, alarms],
    onSaved: onClose,
    latest: async () => startOf(await readOnce({})),
  })
  const leave = () => form.unsaved.leave(onClose)
  return (
    <Drawer open width={560} title={title} onClose={leave}>
      <ServerFormView form={form} unmarked>
        <FormFields />
        <FormActions save="Guardar" onCancel={leave} />
      </ServerFormView>
    </Drawer>
  )
}
