/** Funds: what each holds against its minimum, how it came about, and what waits for it. */
import { SwapOutlined } from '@ant-design/icons'
import { cashFunds, fundRecords, type FundRow } from '@contract/cash-funds.ts'
import { currencies, type Currency } from '@contract/values/currency.ts'
import { later } from '@/kit/page/later.tsx'
import { useRegistryPaths } from '@/kit/screen/registry.ts'
import { registryScreen } from '@/kit/screen/registry-screen.tsx'
import { FigureLink } from '@/kit/values/figure-link.tsx'
import { Money } from '@/kit/values/money.tsx'

const FundHistory = later(async () => (await import('./history.tsx')).FundHistory)
const Given = later(async () => (await import('./given.tsx')).Given)
const MoveDialog = later(async () => (await import('./move.tsx')).MoveDialog)

const heldIn = (row: FundRow, currency: Currency) => row[`held_${currency.toLowerCase() as Lowercase<Currency>}`]

const minimumIn = (row: FundRow, currency: Currency) => row[`minimum_${currency.toLowerCase() as Lowercase<Currency>}`]

/** What it holds leads to how it came about; in amber where that is less than its minimum. */
function Held({ row, currency }: { row: FundRow; currency: Currency }) {
  const paths = useRegistryPaths(cashFunds)
  const amount = <Money value={heldIn(row, currency)} currency={currency} clear />
  return (
    <FigureLink to={paths.tab(row.id, 'movements')} of={row.name} rows="los movimientos de">
      {row.below.includes(currency) ? <span className="warns">{amount}</span> : amount}
    </FigureLink>
  )
}

function Waiting({ row }: { row: FundRow }) {
  const paths = useRegistryPaths(cashFunds)
  if (row.waiting === 0) return null
  return (
    <FigureLink to={paths.tab(row.id, 'given')} of={row.name} rows="lo que espera">
      {row.waiting}
    </FigureLink>
  )
}

export default registryScreen(fundRecords, {
  title: 'Fondos',
  one: 'fondo',
  name: (row) => row.name,
  columns: [
    { key: 'name', fixed: true, width: 150 },
    { key: 'partner_name', width: 144 },
    { key: 'level', width: 136 },
    ...currencies.map((currency) => ({
      key: `held_${currency.toLowerCase()}`,
      width: 128,
      render: (row: FundRow) => <Held row={row} currency={currency} />,
    })),
    { key: 'waiting', width: 104, render: (row) => <Waiting row={row} /> },
    { key: 'moved_on', optional: true, width: 150 },
    { key: 'status', width: 92 },
    ...currencies.map((currency) => ({
      key: `minimum_${currency.toLowerCase()}`,
      optional: true,
      width: 140,
      render: (row: FundRow) => <Money value={minimumIn(row, currency)} currency={currency} clear />,
    })),
    { key: 'created_at', optional: true, width: 160 },
  ],
  create: {
    start: () => ({ status: 'activo' }),
    added: { action: 'crear' },
  },
  facts: [
    'partner_name',
    ...currencies.map((currency) => ({
      label: `Tiene (${currency === 'BS' ? 'Bs' : currency})`,
      value: (row: FundRow) => <Held row={row} currency={currency} />,
    })),
    'level',
    'waiting',
    'moved_on',
    'created_at',
  ],
  read: ['name', 'notes', 'status'],
  page: {
    tabs: [
      { segment: 'general', label: 'General' },
      { segment: 'movements', label: 'Movimientos', render: (row) => <FundHistory row={row} /> },
      { segment: 'given', label: 'Entregas', render: (row) => <Given row={row} /> },
    ],
    note: (row) => row.partner_name,
  },
  actions: {
    move: {
      label: 'Mover dinero',
      icon: <SwapOutlined />,
      dialog: (row, close) => <MoveDialog row={row} onClose={close} />,
    },
  },
  switching: {
    off: () => 'Nadie le entrega más ni toma de él. Sus movimientos quedan como están.',
    on: () => 'Se le puede entregar de nuevo.',
  },
  empty: {
    title: 'Aún no hay fondos',
    text: 'Cree el primero: guarda el efectivo que está fuera de las cajas, y de él salen las recargas.',
  },
})
