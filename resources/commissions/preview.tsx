/** An affiliate's last closed week as it was settled, and as it would have been under what is being edited. */
import { Alert, Button, Modal } from 'antd'
import { useState } from 'react'
import type { Answer } from '@contract/endpoint.ts'
import type { Currency } from '@contract/values/currency.ts'
import { commissions, type CarriedLoss, type CommissionPreviewRow } from '@contract/commissions.ts'
import { formatDay } from '@contract/values/dates.ts'
import { add, countText, formatMoney, subtract } from '@contract/values/money.ts'
import { useCall } from '@providers/queries.ts'
import { currenciesOf, shortCurrency } from '@/kit/grid/sheet.tsx'
import { ProblemView } from '@/kit/page/problem-view.tsx'
import { Stack } from '@/kit/page/stack.tsx'
import { FigureTable } from '@/kit/table/figure-table.tsx'
import { Money } from '@/kit/values/money.tsx'
import type { RateEdit } from './cells.ts'

type Sums = Omit<CommissionPreviewRow, 'currency' | 'product_id' | 'product_name'>
type Line = Sums & { title: string; currency: Currency }
const amounts = ['sold', 'prizes', 'commission', 'participation', 'new_commission', 'new_participation'] as const

function totalOf(rows: readonly CommissionPreviewRow[], currency: Currency): Line {
  const sum = (of: (typeof amounts)[number]) => rows.reduce((all, row) => add(all, row[of]), '0.00')
  return {
    ...(Object.fromEntries(amounts.map((of) => [of, sum(of)])) as unknown as Sums),
    title: `Total ${shortCurrency(currency)}`,
    currency,
  }
}

/** What goes on under the rates that are being edited. */
function carriedText(carried: readonly CarriedLoss[], agency: string | null): string {
  const losses = carried.map(({ currency, product_name, carried: lost, agencies }) =>
    [
      product_name,
      formatMoney(lost, currency, true),
      agency === null && agencies > 1 && `(${countText(agencies, 'agencia', 'agencias')})`,
    ]
      .filter(Boolean)
      .join(' '),
  )
  return (
    `${losses.join(' · ')}. Sigue con la tasa que se guarde: cualquier porcentaje de ` +
    'arrastre la descuenta, y con otra participación espera.'
  )
}

/** What is earned of a line, one way and the other. */
const earned = ({ commission, participation }: Sums) => add(commission, participation)
const wouldEarn = ({ new_commission, new_participation }: Sums) => add(new_commission, new_participation)

interface WeekPreviewProps {
  partnerId: number
  name: string
  edits: RateEdit[]
}

const title = 'Su última semana con estas comisiones'

/** What it would have earned, in a line for each currency, and the week behind it. */
export function WeekPreview({ partnerId, name, edits }: WeekPreviewProps) {
  const [open, setOpen] = useState(false)
  const body = { partner_id: partnerId, commissions: edits.map(({ before: _before, next: _next, ...edit }) => edit) }
  const result = useCall(commissions.preview, { body }, { keepPrevious: true })
  const { data } = result
  if (!data)
    return result.isError ? (
      <ProblemView error={result.error} onRetry={() => void result.refetch()} />
    ) : (
      <span className="sorteo-muted">Calculando su última semana…</span>
    )
  const days = `${formatDay(data.from)} al ${formatDay(data.to)}`
  return (
    <div role="status">
      {data.data.length === 0
        ? `Del ${days} no hubo ventas: no hay con qué comparar. `
        : `Del ${days} habría ganado: ${currenciesOf(data.data)
            .map((currency) => earnedText(totalOf(of(data.data, currency), currency)))
            .join(' · ')} `}
      <Button type="link" size="small" onClick={() => setOpen(true)}>
        {data.carried.length > 0 ? 'Ver la semana y lo que se arrastra' : 'Ver la semana'}
      </Button>
      <Modal
        open={open}
        title={title}
        width={1100}
        footer={<Button onClick={() => setOpen(false)}>Cerrar</Button>}
        onCancel={() => setOpen(false)}
      >
        <Week data={data} name={name} />
      </Modal>
    </div>
  )
}

const of = <Row extends { currency: Currency }>(rows: readonly Row[], currency: Currency) =>
  rows.filter((row) => row.currency === currency)

/** `Bs 1.000,00 → Bs 1.250,00` */
function earnedText(line: Line): string {
  const text = (value: string) => formatMoney(value, line.currency, true)
  return `${text(earned(line))} → ${text(wouldEarn(line))}`
}

function Week({ data, name }: { data: Answer<typeof commissions.preview>; name: string }) {
  const days = `${formatDay(data.from)} al ${formatDay(data.to)}`
  const note =
    `${days} · ${countText(data.agencies, 'agencia', 'agencias')} de ${name}, con las ` +
    'tasas que heredarían o tienen propias. ' +
    `${data.agency_name ? `Se liquida junto con las demás taquillas de ${data.agency_name}. ` : ''}Nada ` +
    'se guarda todavía.'
  const lines = currenciesOf(data.data).flatMap((currency): Line[] => {
    const rows = of(data.data, currency)
    const products = rows.map((row) => ({ ...row, title: row.product_name }))
    const others = of(data.others, currency)
    return [
      ...(products.length > 1 ? products : []),
      totalOf(rows, currency),
      ...(others.length > 0 ? [{ ...totalOf(others, currency), title: 'Demás taquillas de la agencia' }] : []),
    ]
  })
  const money = (amountOf: (line: Line) => string) => (line: Line) => (
    <Money value={amountOf(line)} currency={line.currency} clear />
  )
  return (
    <Stack>
      <p className="sorteo-muted">{note}</p>
      {lines.length > 0 && (
        <FigureTable
          caption="Como se liquidó y como quedaría"
          rows={lines}
          rowKey={(line) => `${line.currency}:${line.title}`}
          columns={[
            { title: 'Producto', text: true, render: (line) => line.title },
            { title: 'Ventas', render: money(({ sold }) => sold) },
            { title: 'Premios', render: money(({ prizes }) => prizes) },
            { title: 'Comisión', render: money(({ commission }) => commission) },
            { title: 'Comisión nueva', render: money(({ new_commission }) => new_commission) },
            { title: 'Participación', render: money(({ participation }) => participation) },
            { title: 'Participación nueva', render: money(({ new_participation }) => new_participation) },
            { title: 'Gana', render: money(earned) },
            { title: 'Ganaría', render: money(wouldEarn) },
            { title: 'Diferencia', render: money((line) => subtract(wouldEarn(line), earned(line))) },
          ]}
        />
      )}
      {data.carried.length > 0 && (
        <Alert
          type="info"
          showIcon
          message={`Pérdida que se arrastra${data.agency_name ? ` en ${data.agency_name}` : ''}`}
          description={carriedText(data.carried, data.agency_name)}
        />
      )}
    </Stack>
  )
}
