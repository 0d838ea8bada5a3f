/** All incomes and outcomes that somebody decides, with what those of each state come to. */
import { wordOf } from '@contract/field.ts'
import { transactionLink } from '@contract/links.ts'
import { transactions, type TransactionSum } from '@contract/transactions.ts'
import { countText } from '@contract/values/money.ts'
import { useCall } from '@providers/queries.ts'
import { Facts } from '@/kit/page/facts.tsx'
import { NextStep } from '@/kit/page/next-step.tsx'
import { Panel } from '@/kit/page/panel.tsx'
import { ProblemView } from '@/kit/page/problem-view.tsx'
import type { ReportView } from '@/kit/screen/report-rows.tsx'
import { reportScreen } from '@/kit/screen/report-screen.tsx'
import { Money } from '@/kit/values/money.tsx'
import { transactionColumns } from './columns.ts'

const { shape } = transactions.list.list.row
const nouns = { ingreso: ['ingreso', 'ingresos'], egreso: ['egreso', 'egresos'] } as const

/** `Aprobado: 3 egresos`. */
function labelOf({ state, kind, count }: TransactionSum): string {
  const [one, many] = nouns[kind]
  return `${wordOf(shape.state, state)}: ${countText(count, one, many)}`
}

type List = typeof transactions.list

function Sums({ query }: { query: ReportView<List>['query'] }) {
  const call = useCall(transactions.summary, { query }, { keepPrevious: true })
  if (call.isError && !call.data) return <ProblemView error={call.error} onRetry={() => void call.refetch()} />
  if (!call.data || call.data.data.length === 0) return null
  return (
    <Panel label="A cuánto llegan" padding="tight">
      <Facts
        layout="fill"
        facts={call.data.data.map((sum) => ({
          key: `${sum.state}:${sum.kind}:${sum.currency}`,
          label: labelOf(sum),
          value: <Money value={sum.amount} currency={sum.currency} clear />,
        }))}
      />
    </Panel>
  )
}

export default reportScreen(transactions.list, {
  title: 'Historial de transacciones',
  key: 'transactions-history',
  columns: transactionColumns,
  rowName: (row) => `${wordOf(shape.kind, row.kind)} de ${row.office_name}`,
  hrefOf: (row) => transactionLink(row.id),
  nothing: {
    title: 'Sin transacciones en estos días',
    text: 'Cuentan el día en que se escribieron. Elija otro período o quite un filtro.',
    action: <NextStep screen="transactions-pending">Ver las pendientes</NextStep>,
  },
  print: true,
  useParts: ({ query }) => ({ above: <Sums query={query} /> }),
})
