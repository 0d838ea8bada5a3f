/** Who owes an agency's settlement upward: the agency itself or one of its ancestors. */
import { Modal, Skeleton } from 'antd'
import { useState } from 'react'
import { agencies, type AgencyRow } from '@contract/agencies.ts'
import { partnerTypeLabels, type PartnerType } from '@contract/partners.ts'
import { useAction, useCall } from '@providers/queries.ts'
import { isConflict, useProblem } from '@/kit/form/form.tsx'
import { Select } from '@/kit/form/select.tsx'
import { Effects } from '@/kit/page/confirm.tsx'
import { ProblemView } from '@/kit/page/problem-view.tsx'
import { Stack } from '@/kit/page/stack.tsx'

export function ResponsibleDialog({ row, onClose }: { row: AgencyRow; onClose: () => void }) {
  const config = useCall(agencies.config, { query: { id: row.id } })
  // What is wrong stands in the dialog.
  const action = useAction(agencies.saveConfig, { invalidates: [agencies], failure: false })
  const [chosen, setChosen] = useState<number | null>(null)
  const current = config.data?.data[0]
  useProblem(action.problem, (problem) => {
    if (isConflict(problem)) void config.refetch()
  })
  const nameOf = (partnerId: number) =>
    current?.candidates.find((one) => one.id === partnerId)?.name ?? current?.payments_responsible_name
  const changes = current !== undefined && chosen !== null && chosen !== current.payments_responsible_partner_id
  const save = async () => {
    if (!changes) return
    const before = current.payments_responsible_partner_id
    const saved = await action.run({ body: { id: row.id, payments_responsible_partner_id: chosen, before } })
    if (saved) onClose()
  }
  return (
    <Modal
      open
      title={`Responsable de pago de ${row.name}`}
      okText="Cambiar responsable"
      okButtonProps={{ disabled: !changes, loading: action.pending }}
      cancelText="Cancelar"
      cancelButtonProps={{ disabled: action.pending }}
      closable={!action.pending}
      keyboard={!action.pending}
      maskClosable={false}
      width={480}
      onOk={() => void save()}
      onCancel={onClose}
    >
      <Stack>
        <p>
          Quien responde por la liquidación de la agencia ante la banca. El cambio vale desde ahora; lo ya liquidado no
          cambia de dueño.
        </p>
        {config.isLoading && <Skeleton active title={false} paragraph={{ rows: 2 }} />}
        {config.isError && <ProblemView error={config.error} onRetry={() => void config.refetch()} />}
        {current && (
          <>
            <Select
              aria-label="Responsable de pago"
              value={chosen ?? current.payments_responsible_partner_id}
              options={current.candidates.map((one) => ({
                value: one.id,
                label: `${one.name} · ${partnerTypeLabels[one.type as PartnerType]}`,
              }))}
              onChange={setChosen}
            />
            {action.problem && !config.isFetching && (
              <p role="alert" className="bad">
                {isConflict(action.problem)
                  ? `Otra persona lo cambió mientras usted elegía: ahora responde ${current.payments_responsible_name}.`
                  : (action.problem.errors?.[0]?.message ?? action.problem.detail)}
              </p>
            )}
            {changes && (
              <Effects
                effects={[{ label: 'Responsable', before: current.payments_responsible_name, after: nameOf(chosen) }]}
              />
            )}
          </>
        )}
      </Stack>
    </Modal>
  )
}
