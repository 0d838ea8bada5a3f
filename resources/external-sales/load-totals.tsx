/** What the file itself says it comes to, against what its rows come to: told at once where they differ, one line where they agree. */
import { CheckCircleFilled, WarningFilled } from '@ant-design/icons'
import { externalFieldLabels, type TotalCheck } from '@contract/external-file.ts'
import type { ExternalLoad } from '@contract/external-loads.ts'
import { countText, formatAmount, formatMoney, subtract } from '@contract/values/money.ts'
import { FigureTable, type FigureColumn } from '@/kit/table/figure-table.tsx'

const amount = (value: string | null, { currency, written }: TotalCheck) =>
  value === null ? written : currency === null ? formatAmount(value) : formatMoney(value, currency, true)

const columns: FigureColumn<TotalCheck>[] = [
  { title: 'Fila', render: ({ n }) => n },
  { title: 'Total', text: true, render: ({ label }) => label || 'Sin nombre' },
  { title: 'Columna', text: true, render: ({ column }) => externalFieldLabels[column] },
  { title: 'Dice', render: (one) => amount(one.said, one) },
  { title: 'Suman sus filas', render: (one) => (one.summed === null ? '—' : amount(one.summed, one)) },
  {
    title: 'Diferencia',
    render: (one) => (one.said === null || one.summed === null ? '—' : amount(subtract(one.said, one.summed), one)),
  },
]
const keyOf = ({ n, column, currency }: TotalCheck) => [n, column, currency].join(' ')

const advice = ': puede faltar una parte, o una fila no se entendió. Publicar así se pregunta.'

export function LoadTotals({ load }: { load: ExternalLoad }) {
  const { equal, differ, uncompared, lines } = load.totals
  if (equal + differ + uncompared === 0) return null
  const waits = load.state === 'por_revisar'
  const differing = lines.filter(({ standing }) => standing === 'differ')
  const unknown = lines.filter(({ standing }) => standing === 'uncompared')
  const rest = differ - differing.length
  return (
    <section className="stack gap-xs" aria-label="Totales del archivo">
      {differ > 0 && (
        <>
          <div className="notice line baseline gap-sm">
            <WarningFilled aria-hidden="true" />
            <p>
              {countText(differ, 'total que dice el archivo no es', 'totales que dice el archivo no son')} la suma de
              sus filas{waits ? advice : '.'}
            </p>
          </div>
          <FigureTable caption="Totales que no cuadran" rows={differing} rowKey={keyOf} columns={columns} />
          {rest > 0 && <p className="note">Y {rest} más.</p>}
        </>
      )}
      {uncompared > 0 && (
        <FigureTable
          caption="Totales que no se pueden comparar: no dicen de qué moneda son, o no son un monto"
          rows={unknown}
          rowKey={keyOf}
          columns={columns}
        />
      )}
      {equal > 0 && (
        <p className="note row inline gap-xs">
          <CheckCircleFilled aria-hidden="true" className="good" />
          {countText(equal, 'total del archivo es', 'totales del archivo son')} la suma de sus filas.
        </p>
      )}
    </section>
  )
}
