/** Closing a week: which, of whom, and what came of it; those that stay open are named with why. */
import { LockOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { accountBalance } from '@contract/account-balance.ts'
import type { Answer } from '@contract/endpoint.ts'
import { screenLink } from '@contract/links.ts'
import { formatDay, weekDays } from '@contract/values/dates.ts'
import { countText } from '@contract/values/money.ts'
import { useAction, useCall } from '@providers/queries.ts'
import { ReasonField } from '@/kit/form/reason-field.tsx'
import { Select } from '@/kit/form/select.tsx'
import { Busy } from '@/kit/page/busy.tsx'
import { Dialog } from '@/kit/page/dialog.tsx'
import { ProblemView } from '@/kit/page/problem-view.tsx'
import { PartnerSelect } from '@/kit/values/partner-select.tsx'
import { WeekOutcome } from './outcome.tsx'

type Closed = Answer<typeof accountBalance.close>

export function CloseWeek() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button type="primary" icon={<LockOutlined />} onClick={() => setOpen(true)}>
        Cerrar semana
      </Button>
      {open && <CloseDialog onClose={() => setOpen(false)} />}
    </>
  )
}

function CloseDialog({ onClose }: { onClose: () => void }) {
  const weeks = useCall(accountBalance.openWeeks, {})
  const [week, setWeek] = useState<string>()
  const [partner_id, setPartner] = useState<number>()
  const [reason, setReason] = useState('')
  const [done, setDone] = useState<Closed | null>(null)
  const { run, pending } = useAction(accountBalance.close, { invalidates: [accountBalance], success: false })
  const rows = weeks.data?.data ?? []
  const chosen = week ?? rows[0]?.week
  const nothing = weeks.data !== undefined && rows.length === 0 && !done
  const close = async () => {
    if (chosen === undefined) return
    const answer = await run({
      body: { week: chosen, ...(partner_id !== undefined && { partner_id }), reason: reason.trim() },
    })
    if (answer) setDone(answer)
  }
  return (
    <Dialog
      open
      title={done ? `Semana del ${weekDays(done.week)}` : 'Cerrar semana'}
      okText={done ? 'Listo' : 'Cerrar la semana'}
      okButtonProps={{
        loading: pending,
        disabled: !done && chosen === undefined,
        ...(nothing && { style: { display: 'none' } }),
      }}
      cancelText={nothing ? 'Listo' : 'Cancelar'}
      cancelButtonProps={{ disabled: pending, style: done ? { display: 'none' } : {} }}
      closable={!pending}
      keyboard={!pending}
      maskClosable={false}
      width={560}
      onOk={() => (done ? onClose() : void close())}
      onCancel={onClose}
    >
      {done ? (
        <div className="stack gap-md">
          <WeekOutcome done={done} />
          {done.closed > 0 && (
            <Link to={screenLink('account-balance', { view: 'estados', week: done.week })} onClick={onClose}>
              Ver los estados de cuenta de la semana
            </Link>
          )}
        </div>
      ) : weeks.isError ? (
        <ProblemView error={weeks.error} onRetry={() => void weeks.refetch()} />
      ) : !weeks.data ? (
        <Busy />
      ) : rows.length === 0 ? (
        <p>No hay semanas por cerrar: una se cierra después de su domingo.</p>
      ) : (
        <div className="stack gap-md">
          <label className="stack gap-xxs">
            Semana que termina el domingo
            <Select
              aria-label="Semana que termina el domingo"
              value={chosen}
              onChange={(value) => setWeek(value)}
              options={rows.map((one) => ({
                value: one.week,
                label: `${formatDay(one.week)} · ${countText(one.partners, 'afiliado por cerrar', 'afiliados por cerrar')}`,
              }))}
            />
          </label>
          <label className="stack gap-xxs">
            De quién, con todos los que dependen de él
            <PartnerSelect value={partner_id} onChange={setPartner} placeholder="Toda la banca" full />
          </label>
          <ReasonField
            label="Motivo para cerrar aunque falten resultados o archivos por revisar (si lo escribe, se cierra sobre lo pendiente)"
            value={reason}
            most={200}
            onChange={setReason}
          />
          <p className="note">
            Lo que llegue después de una semana cerrada, como un resultado tardío o un archivo de otro sistema, entra en
            el cierre siguiente.
          </p>
        </div>
      )}
    </Dialog>
  )
}
