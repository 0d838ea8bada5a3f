/** An affiliate's last closed week as it was settled, and as it would have been under what is being edited. */
import { Alert } from 'antd'
import type { Currency } from '@contract/values/currency.ts'
import { commissions, type CarriedLoss, type CommissionPreviewRow } from '@contract/commissions.ts'
import { formatDay } from '@contract/values/dates.ts'
import { add, countText, formatMoney, subtract } from '@contract/values/money.ts'
import { useCall } from '@providers/queries.ts'
import { currenciesOf, shortCurrency } from '@/kit/grid/sheet.tsx'
import { Panel } from '@/kit/page/panel.tsx'
import { ProblemView } from '@/kit/page/problem-view.tsx'
import { ListSkeleton } from '@/kit/page/skeletons.tsx'
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
  return `${losses.join(' · ')}. Sigue con la tasa que se guarde: cualquier porcentaje de arrastre la descuenta, y con otra participación espera.`
}

/** What is earned of a line, one way and the other. */
const earned = ({ commission, participation }: Sums) => add(commission, participation)
const wouldEarn = ({ new_commission, new_participation }: Sums) => add(new_commission, new_participation)

export function WeekPreview({ partnerId, name, edits }: { partnerId: number; name: string; edits: RateEdit[] }) {
  const body = { partner_id: partnerId, commissions: edits.map(({ before: _before, next: _next, ...edit }) => edit) }
  const result = useCall(commissions.preview, { body }, { keepPrevious: true })
  const { data } = result
  const title = 'Su última semana con estas comisiones'
  if (!data)
    return (
      <Panel title={title}>
        {result.isError ? (
          <ProblemView error={result.error} onRetry={() => void result.refetch()} />
        ) : (
          <ListSkeleton rows={3} />
        )}
      </Panel>
    )
  const note = `${formatDay(data.from)} al ${formatDay(data.to)} · ${countText(data.agencies, 'agencia', 'agencias')} de ${name}, con las tasas que heredarían o tienen propias. ${data.agency_name ? `Se liquida junto con las demás taquillas de ${data.agency_name}. ` : ''}Nada se guarda todavía.`
  const carried = data.carried.length > 0 && (
    <Alert
      type="info"
      showIcon
      message={`Pérdida que se arrastra${data.agency_name ? ` en ${data.agency_name}` : ''}`}
      description={carriedText(data.carried, data.agency_name)}
    />
  )
  if (data.data.length === 0)
    return (
      <Panel title={title}>
        <Alert
          type="info"
          showIcon
          message={`Del ${formatDay(data.from)} al ${formatDay(data.to)} no hubo ventas: no hay con qué comparar.`}
        />
        {carried}
      </Panel>
    )
  const lines = currenciesOf(data.data).flatMap((currency): Line[] => {
    const rows = data.data.filter((row) => row.currency === currency)
    const products = rows.map((row) => ({ ...row, title: row.product_name }))
    const others = data.others.filter((row) => row.currency === currency)
    return [
      ...(products.length > 1 ? products : []),
      totalOf(rows, currency),
      ...(others.length > 0 ? [{ ...totalOf(others, currency), title: 'Demás taquillas de la agencia' }] : []),
    ]
  })
  const money = (of: (line: Line) => string) => (line: Line) => (
    <Money value={of(line)} currency={line.currency} clear />
  )
  return (
    <Panel title={title} note={note}>
      <FigureTable
        caption="Como se liquidó y como quedaría"
        rows={lines}
        rowKey={({ currency, title: of }) => `${currency}:${of}`}
        columns={[
          { title: 'Producto', text: true, render: ({ title: of }) => of },
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
      {carried}
    </Panel>
  )
}
