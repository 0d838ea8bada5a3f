/** Exchange rates: what is in force, how it went, every one there was, and a new one. */
import { DeleteOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { general } from '@contract/general.ts'
import { rates, type RateRow } from '@contract/rates.ts'
import { currencyFacts } from '@contract/values/currency.ts'
import { formatInstant } from '@contract/values/dates.ts'
import { formatDecimal } from '@contract/values/money.ts'
import { useAction } from '@providers/queries.ts'
import { useSession } from '@providers/session.ts'
import { useConfirm } from '@/kit/page/confirm.tsx'
import { Facts } from '@/kit/page/facts.tsx'
import { reportScreen } from '@/kit/screen/report-screen.tsx'
import { RateCourse, RatesNow } from './board.tsx'
import { NewRate } from './new-rate.tsx'
import { RateTypes } from './types.tsx'

export default reportScreen(rates.list, {
  title: 'Tasa',
  key: 'rates',
  columns: [
    { key: 'valid_from', fixed: true, width: 170, align: 'left' },
    { key: 'type_name', width: 160 },
    { key: 'currency', width: 150 },
    { key: 'rate', width: 140 },
    { key: 'change_percent', width: 110 },
    { key: 'state', width: 120 },
    { key: 'office_name', width: 180 },
    { key: 'set_by_name', width: 160 },
    { key: 'created_at', width: 160, optional: true },
  ],
  rowName: (row) => `${row.type_name}, ${currencyFacts[row.currency].name}`,
  actions: (
    <>
      <RateTypes />
      <NewRate />
    </>
  ),
  useParts: ({ period: { days }, query }) => ({
    above: (
      <>
        <RatesNow />
        {days && <RateCourse currency={query.currency ?? 'USD'} days={days} />}
      </>
    ),
  }),
  detail: {
    title: (row) => `${row.type_name}, ${currencyFacts[row.currency].name.toLowerCase()}`,
    width: 480,
    render: (row) => <RateDetail row={row} />,
  },
  nothing: {
    title: 'Ninguna tasa en este período',
    text: 'Elija otro período, o ponga una: las ventas en otra moneda guardan su equivalente en bolívares.',
  },
  print: true,
})

function RateDetail({ row }: { row: RateRow }) {
  const { zone } = useSession()
  const [ask, dialog] = useConfirm()
  const { run } = useAction(rates.withdraw, { invalidates: [rates, general], success: 'La tasa se retiró.' })
  const from = formatInstant(row.valid_from, zone)
  return (
    <div className="stack gap-md">
      <Facts
        layout="lines"
        facts={[
          { label: 'Bs por unidad', value: <strong>{formatDecimal(row.rate)}</strong> },
          { label: 'Rige desde', value: from },
          { label: 'Taquilla', value: row.office_name ?? 'Toda la banca' },
          { label: 'La puso', value: `${row.set_by_name ?? 'El sistema'}, ${formatInstant(row.created_at, zone)}` },
        ]}
      />
      {row.actions.includes('withdraw') && (
        <div>
          <Button
            danger
            icon={<DeleteOutlined />}
            onClick={() =>
              ask({
                title: `Retirar la tasa de ${row.type_name} del ${from}`,
                text: 'Aún no rige. Sin ella sigue la vigente.',
                action: 'Retirar',
                danger: true,
                run: () => run({ params: { id: row.id } }),
              })
            }
          >
            Retirar
          </Button>
        </div>
      )}
      {dialog}
    </div>
  )
}
