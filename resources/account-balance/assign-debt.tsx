/** Passing what a partner owes from one creditor to another: to whom, how much, why, and what it leaves. */
import { SwapOutlined } from '@ant-design/icons'
import { useState } from 'react'
import { rules } from '@contract/access/rules.ts'
import { accountBalance, type OwedRow } from '@contract/account-balance.ts'
import { compare, formatMoney, isZero, negate, positiveAmount } from '@contract/values/money.ts'
import { useAction, useCall } from '@providers/queries.ts'
import { useCan } from '@providers/session.ts'
import { MoneyInput } from '@/kit/form/money-input.tsx'
import { ReasonField } from '@/kit/form/reason-field.tsx'
import { Select } from '@/kit/form/select.tsx'
import { Busy } from '@/kit/page/busy.tsx'
import { Dialog } from '@/kit/page/dialog.tsx'
import { ProblemView } from '@/kit/page/problem-view.tsx'
import { FigureTable } from '@/kit/table/figure-table.tsx'
import { Money } from '@/kit/values/money.tsx'
import { PartnerSelect } from '@/kit/values/partner-select.tsx'
import { leftBy, type Creditor } from './assigning.ts'

type Owing = Pick<OwedRow, 'key' | 'name' | 'currency'>

/** The banca's own action of each row (`actionOf`), and its dialog while one is open. */
export function useAssigning() {
  const can = useCan(rules.banca)
  const [row, setRow] = useState<Owing | null>(null)
  const actionOf = (one: Owing) => ({
    key: 'assign',
    label: 'Pasar a otro acreedor',
    icon: <SwapOutlined />,
    onSelect: () => setRow(one),
  })
  return {
    actionOf: can ? actionOf : undefined,
    dialog: row && <AssignDebt key={`${row.key}:${row.currency}`} row={row} onClose={() => setRow(null)} />,
  }
}

const inWords = (owed: string, { currency }: Owing) =>
  compare(owed, '0') < 0 ? `${formatMoney(negate(owed), currency, true)} a su favor` : formatMoney(owed, currency, true)

function AssignDebt({ row, onClose }: { row: Owing; onClose: () => void }) {
  const [from_id, setFrom] = useState<number>()
  const [to_id, setTo] = useState<number>()
  const [amount, setAmount] = useState<string | null>()
  const [reason, setReason] = useState('')
  const query = { partner_id: Number(row.key), currency: row.currency, ...(to_id !== undefined && { to_id }) }
  const owing = useCall(accountBalance.assignable, { query }, { keepPrevious: true })
  const { run, pending } = useAction(accountBalance.assign, {
    invalidates: [accountBalance],
    success: `Lo que debe ${row.name} pasó a otro acreedor.`,
  })
  const all = owing.data?.data ?? []
  const owed = all.filter((one) => !isZero(one.owed))
  const from = owed.find((one) => one.id === from_id) ?? owed[0]
  const to = all.find((one) => one.id === to_id && one.id !== from?.id)
  const most = from && (compare(from.owed, '0') < 0 ? negate(from.owed) : from.owed)
  const passes = amount === undefined ? most : (amount ?? undefined)
  const sound = passes !== undefined && positiveAmount.safeParse(passes).success ? passes : undefined
  const pass = async () => {
    if (!from || !to || !sound) return
    const body = {
      partner_id: query.partner_id,
      currency: row.currency,
      from_id: from.id,
      to_id: to.id,
      amount: sound,
      owed: from.owed,
      reason: reason.trim(),
    }
    if (await run({ body })) onClose()
  }
  return (
    <Dialog
      open
      title={`Pasar a otro acreedor lo que debe ${row.name}`}
      okText="Pasar la deuda"
      okButtonProps={{ loading: pending, disabled: !to || !sound || reason.trim() === '' }}
      cancelText="Cancelar"
      cancelButtonProps={{ disabled: pending }}
      closable={!pending}
      keyboard={!pending}
      maskClosable={false}
      width={560}
      onOk={() => void pass()}
      onCancel={onClose}
    >
      {owing.isError ? (
        <ProblemView error={owing.error} onRetry={() => void owing.refetch()} />
      ) : !owing.data && to_id === undefined ? (
        <Busy />
      ) : to_id === undefined && owed.length === 0 ? (
        <p>De semanas cerradas no le debe nada a nadie: no hay nada que pasar.</p>
      ) : (
        <div className="stack gap-md">
          <label className="stack gap-xxs">
            Se le debe a
            <Select
              aria-label="Se le debe a"
              value={from?.id}
              onChange={(value: number) => {
                setFrom(value)
                setAmount(undefined)
              }}
              options={owed.map((one) => ({ value: one.id, label: `${one.name} · ${inWords(one.owed, row)}` }))}
            />
          </label>
          <label className="stack gap-xxs">
            Pasa a
            <PartnerSelect
              value={to_id}
              onChange={setTo}
              placeholder="La banca o un distribuidor"
              label="Pasa a"
              full
            />
          </label>
          <label className="stack gap-xxs">
            Monto
            <MoneyInput
              aria-label="Monto"
              currency={row.currency}
              value={passes ?? null}
              onChange={(value) => setAmount(value)}
            />
          </label>
          <ReasonField label="Motivo" value={reason} most={200} required onChange={setReason} />
          {to_id !== undefined && !to && !owing.isFetching && (
            <p className="note">Pasa a la banca o a un distribuidor, y a otro que el de ahora.</p>
          )}
          {from && to && sound && <Leaves row={row} from={from} to={to} amount={sound} />}
          <p className="note">
            Solo lo de semanas cerradas menos lo pagado. Lo que debe en total no cambia: cambia a quién, y lo que deben
            esos dos.
          </p>
        </div>
      )}
    </Dialog>
  )
}

function Leaves({ row, ...passed }: { row: Owing; from: Creditor; to: Creditor; amount: string }) {
  return (
    <FigureTable
      caption="Cómo queda"
      rows={leftBy(passed)}
      rowKey={({ label }) => label}
      columns={[
        { title: 'Qué', text: true, render: ({ label }) => label },
        { title: 'Ahora', render: ({ before }) => <Money value={before} currency={row.currency} signed clear /> },
        { title: 'Después', render: ({ after }) => <Money value={after} currency={row.currency} signed clear /> },
      ]}
    />
  )
}
