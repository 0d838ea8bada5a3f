/** Accounts: where each partner holds its money, what it holds, and how it came about. */
import { useMemo } from 'react'
import { accounts, type AccountRow } from '@contract/accounts.ts'
import { payments } from '@contract/payments.ts'
import { Stack } from '@/kit/page/stack.tsx'
import { ListTable } from '@/kit/screen/list-table.tsx'
import { useRegistryPaths } from '@/kit/screen/registry.ts'
import { registryScreen } from '@/kit/screen/registry-screen.tsx'
import { DateRange } from '@/kit/values/date-range.tsx'
import { FigureLink } from '@/kit/values/figure-link.tsx'
import { Money } from '@/kit/values/money.tsx'
import { usePeriod } from '@/kit/values/period.ts'
import { moneySums } from './money-sums.tsx'

/** What it holds leads to how it came about. */
function Balance({ row: { id, name, balance, currency } }: { row: AccountRow }) {
  const paths = useRegistryPaths(accounts)
  return (
    <FigureLink to={paths.tab(id, 'movements')} of={name} rows="los movimientos de">
      <Money value={balance} currency={currency} signed clear />
    </FigureLink>
  )
}

function Movements({ row: { id } }: { row: AccountRow }) {
  const period = usePeriod('30d')
  const paths = useRegistryPaths(payments)
  const fixed = useMemo(() => ({ account_id: id }), [id])
  return (
    <Stack gap="sm">
      <DateRange control={period} />
      <ListTable
        list={accounts.movements}
        columns={[
          { key: 'day', fixed: true, width: 170, align: 'left' },
          { key: 'with_name', width: 208 },
          { key: 'reference', width: 96 },
          { key: 'memo', width: 224 },
          ...(['debit', 'credit', 'balance'] as const).map((key) => ({ key, width: 124 })),
          { key: 'kind', optional: true, width: 120 },
        ]}
        fixed={fixed}
        rowName={(row) => `${row.memo}, ${row.with_name}`}
        hrefOf={(row) => (row.payment_id === null ? null : paths.record(row.payment_id))}
        storageKey="account-movements"
        sums={moneySums}
        empty={{
          title: 'Sin movimientos en este período',
          text: 'La mueven los pagos confirmados y los fondos que salen de ella o entran en ella.',
        }}
      />
    </Stack>
  )
}

export default registryScreen(accounts, {
  title: 'Cuentas',
  one: 'cuenta',
  feminine: true,
  name: (row) => row.name,
  columns: [
    { key: 'name', fixed: true },
    'partner_name',
    'kind',
    { key: 'balance', width: 150, render: (row) => <Balance row={row} /> },
    'moved_on',
    'bank',
    'status',
    { key: 'currency', optional: true },
    { key: 'holder', optional: true },
    { key: 'account_number', optional: true },
    { key: 'phone', optional: true },
    { key: 'created_at', optional: true },
  ],
  create: { start: ({ currency }) => ({ kind: 'banco', currency, status: 'activo' }) },
  facts: ['partner_name', 'balance', 'moved_on', 'created_at'],
  read: ['name', 'kind', 'currency', 'bank', 'account_number', 'phone', 'email', 'wallet', 'holder', 'holder_document'],
  page: {
    tabs: [
      { segment: 'general', label: 'General' },
      { segment: 'movements', label: 'Movimientos', render: (row) => <Movements row={row} /> },
    ],
    note: (row) => row.partner_name,
  },
  switching: {
    off: () => 'Ningún pago sale de ella ni entra en ella. Lo que tiene y sus movimientos quedan como están.',
    on: () => 'Los pagos pueden salir de ella y entrar en ella de nuevo.',
  },
  removal: {
    text: 'Aún no se ha usado. Se elimina con sus datos. No se puede deshacer.',
    kept: (row) => `${row.name} ya se usó: quedó cerrada, con sus movimientos.`,
  },
  empty: {
    title: 'Aún no hay cuentas',
    text: 'Cree la primera: los pagos que entren en ella o salgan de ella la moverán.',
  },
})
