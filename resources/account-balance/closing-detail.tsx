/** A closed week, its arithmetic line by line, and taking it back. */
import { UnlockOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { accountBalance, type ClosingRow } from '@contract/account-balance.ts'
import { titleOf } from '@contract/field.ts'
import { formatInstant, weekDays } from '@contract/values/dates.ts'
import { isZero, negate } from '@contract/values/money.ts'
import { useAction } from '@providers/queries.ts'
import { useSession } from '@providers/session.ts'
import { ClosingAnswer } from '@resources/statements/answer.tsx'
import { statementLink } from '@resources/statements/sheet.ts'
import { useConfirm } from '@/kit/page/confirm.tsx'
import { Facts, type Fact } from '@/kit/page/facts.tsx'
import { Money } from '@/kit/values/money.tsx'

const { shape } = accountBalance.closings.list.row
type Amount =
  | 'opening'
  | 'sold'
  | 'prizes'
  | 'commission'
  | 'participation'
  | 'margin'
  | 'external'
  | 'adjustments'
  | 'collected'
  | 'late'
  | 'total'
  | 'payments'
  | 'closing'

/** In the order of the sum: what is taken off has a minus before it. */
const lines: readonly { name: Amount; off?: true; always?: true }[] = [
  { name: 'sold', always: true },
  { name: 'prizes', off: true, always: true },
  { name: 'commission', off: true },
  { name: 'participation', off: true },
  { name: 'margin', off: true },
  { name: 'external' },
  { name: 'adjustments' },
  { name: 'collected' },
  { name: 'late' },
]

/** What stands there, a debt or what is owed to it, is told by its colour; what is only taken off has its minus. */
const standing: readonly Amount[] = ['total', 'opening', 'closing']

function Line({ row, name, off }: { row: ClosingRow; name: Amount; off?: true | undefined }) {
  const value = off ? negate(row[name]) : row[name]
  return <Money value={value} currency={row.currency} signed={standing.includes(name)} clear />
}
const titled = (name: keyof ClosingRow) => titleOf(shape[name as 'sold']) ?? name

function sumOf(row: ClosingRow): Fact[] {
  const shown = lines.filter(({ name, always }) => (always && row.type === 'agencia') || !isZero(row[name]))
  return [
    ...shown.map(({ name, off }) => ({ label: titled(name), value: <Line row={row} name={name} off={off} /> })),
    {
      label: titled('total'),
      value: (
        <strong>
          <Line row={row} name="total" />
        </strong>
      ),
    },
    { label: titled('opening'), value: <Line row={row} name="opening" /> },
    { label: titled('payments'), value: <Line row={row} name="payments" off /> },
    {
      label: titled('closing'),
      value: (
        <strong>
          <Line row={row} name="closing" />
        </strong>
      ),
    },
  ]
}

function factsOf(row: ClosingRow, zone: string): Fact[] {
  return [
    { label: titled('creditor_name'), value: row.creditor_name },
    {
      label: titled('closed_at'),
      value: `${formatInstant(row.closed_at, zone)}${row.closed_by ? `, ${row.closed_by}` : ''}`,
    },
    ...(row.reason ? [{ label: titled('reason'), value: row.reason, whole: true }] : []),
    ...(row.reversed_at
      ? [
          {
            label: titled('reversed_at'),
            value: `${formatInstant(row.reversed_at, zone)}${row.reversed_by ? `, ${row.reversed_by}` : ''}`,
          },
          { label: titled('reversal_reason'), value: row.reversal_reason, whole: true },
        ]
      : []),
  ]
}

/** Of the row as it was opened; what is done with it here is shown here too. */
export function ClosingDetail({ row: opened }: { row: ClosingRow }) {
  const { zone } = useSession()
  const [ask, dialog] = useConfirm()
  const [row, setRow] = useState(opened)
  const { run } = useAction(accountBalance.reopen, {
    invalidates: [accountBalance],
    success: `La semana de ${row.name} quedó abierta.`,
  })
  const reopen = () =>
    ask({
      title: `Reabrir la semana del ${weekDays(row.week)} de ${row.name}`,
      text: 'Sus asientos se reversan y la semana espera otro cierre. Lo que debe no cambia: solo deja de estar dicho.',
      action: 'Reabrir',
      danger: true,
      reason: true,
      run: async (reason) => {
        const now = await run({ body: { closing_id: row.id, reason } })
        if (now) setRow(now)
        return now
      },
    })
  return (
    <div className="stack gap-md">
      {row.is_first && <p className="note">Es su saldo inicial: todo lo anterior a esa semana, de una vez.</p>}
      <Facts layout="lines" facts={sumOf(row)} />
      <p>
        <Link to={statementLink(row.partner_id, row.week)}>Estado de cuenta de la semana</Link>
      </p>
      <Facts facts={factsOf(row, zone)} />
      <ClosingAnswer row={row} onAnswered={setRow} />
      {row.actions.includes('reopen') && (
        <div>
          <Button danger icon={<UnlockOutlined />} onClick={reopen}>
            Reabrir la semana
          </Button>
        </div>
      )}
      {dialog}
    </div>
  )
}
