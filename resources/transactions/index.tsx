/** Incomes and outcomes that wait: the oldest first, each decided beside what it is, or several at once. */
import { wordOf } from '@contract/field.ts'
import { accountBalance } from '@contract/account-balance.ts'
import { transactions, type TransactionRow } from '@contract/transactions.ts'
import { formatMoney } from '@contract/values/money.ts'
import { Facts } from '@/kit/page/facts.tsx'
import { NextStep } from '@/kit/page/next-step.tsx'
import { workflowScreen } from '@/kit/screen/workflow-screen.tsx'
import { Money } from '@/kit/values/money.tsx'
import { StateTag } from '@/kit/values/status-tag.tsx'
import { transactionColumns } from './columns.ts'

const { shape } = transactions.list.list.row

function Evidence({ row }: { row: TransactionRow }) {
  return (
    <Facts
      layout="pair"
      facts={[
        {
          label: wordOf(shape.kind, row.kind),
          value: (
            <strong>
              <Money value={row.amount} currency={row.currency} clear />
            </strong>
          ),
        },
        { label: 'Tipo', value: row.type_name },
        { label: 'Taquilla', value: `${row.office_name}, ${row.agency_name}` },
        { label: 'Método', value: row.method_name },
        { label: 'Lo asume', value: wordOf(shape.borne_by, row.borne_by) },
        { label: 'Estado', value: <StateTag of={shape.state} state={row.state} /> },
      ]}
    />
  )
}

export default workflowScreen(transactions, {
  title: 'Transacciones pendientes',
  one: 'transacción',
  feminine: true,
  name: (row) =>
    `${wordOf(shape.kind, row.kind)} de ${row.office_name}, ${formatMoney(row.amount, row.currency, true)}`,
  columns: transactionColumns,
  fixed: { state: 'por_aprobar' },
  facts: [
    'id',
    'concept',
    'reference',
    'client',
    'register_day',
    'created_by',
    'created_at',
    'decided_by',
    'decided_at',
    'observation',
  ],
  evidence: (row) => <Evidence row={row} />,
  undecided: ({ state, decides, needs_other }) => {
    if (state !== 'por_aprobar') return null
    if (!decides) return 'Lo asume la banca: lo decide ella.'
    return needs_other ? 'Supera el monto desde el cual quien lo escribió no lo decide: le toca a otra persona.' : null
  },
  noun: ['transacción', 'transacciones'],
  touches: [accountBalance],
  empty: {
    title: 'Nada espera',
    text: 'Aquí están los ingresos y egresos que una taquilla escribió y alguien tiene que decidir.',
    next: <NextStep screen="transactions-history">Ver el historial</NextStep>,
  },
})
