/** The three views of the books: entries as they were written, what accounts come to, and the lines of some of them. */
import { PlusOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useNavigate } from 'react-router'
import { accountEntries, type BalanceRow, type JournalRow, type LedgerTotals } from '@contract/account-entries.ts'
import { accountClassLabels, chart } from '@contract/ledger-accounts.ts'
import { currencyFacts } from '@contract/values/currency.ts'
import { TicketPanel } from '@resources/tickets/ticket-panel.tsx'
import type { ColumnSpec } from '@/kit/screen/columns.tsx'
import { loadReport } from '@/kit/screen/report-screen.tsx'
import type { RowOf } from '@/kit/table/query.ts'
import { Money } from '@/kit/values/money.tsx'
import { ChartOfAccounts } from './chart-of-accounts.tsx'
import { EntryView, EntryOfLine } from './entry.tsx'
import { ledgerOfRow, newBatchPath } from './paths.ts'
import { Reference } from './reference.tsx'
import { accountsText, partnersText } from './sides.ts'

function NewBatch() {
  const navigate = useNavigate()
  return (
    <Button type="primary" icon={<PlusOutlined />} onClick={() => void navigate(newBatchPath)}>
      Nuevo lote
    </Button>
  )
}

const quiet = { title: 'Ningún asiento en estos días', text: 'Elija otro período o quite un filtro.' }

type EntryColumn = ColumnSpec<JournalRow>
const money = (key: 'debit' | 'credit'): EntryColumn => ({ key, width: 150 })
/** Of whole entries both sides come to the same. */
const both: EntryColumn = { key: 'debit', title: 'Debe y haber', width: 160 }

const entryColumns = (sides: readonly EntryColumn[]): EntryColumn[] => [
  { key: 'id', fixed: true, width: 84 },
  { key: 'day', width: 104 },
  { key: 'kind', width: 128 },
  { key: 'ref_name', width: 172, render: (row) => <Reference row={row} /> },
  ...sides,
  { key: 'accounts', title: 'Cuentas', width: 270, render: ({ postings }) => <Cut>{accountsText(postings)}</Cut> },
  { key: 'partners', title: 'Afiliado', width: 166, render: ({ postings }) => <Cut>{partnersText(postings)}</Cut> },
  { key: 'memo', optional: true, width: 240 },
  { key: 'rate', optional: true, width: 110 },
  { key: 'created_at', optional: true, align: 'left', width: 160 },
  { key: 'created_by_name', optional: true, width: 160 },
]
const whole = entryColumns([both])
const narrowed = entryColumns([money('debit'), money('credit')])

/** One line, whose rest is under the pointer. */
function Cut({ children }: { children: string }) {
  return (
    <div className="cut" title={children}>
      {children}
    </div>
  )
}

export const journalView = loadReport(accountEntries.list, {
  title: 'Asientos',
  key: 'account-entries',
  print: true,
  columns: whole,
  rowName: ({ id }) => `asiento ${id}`,
  elsewhere: ['batch_id'],
  detail: { title: ({ id }) => `Asiento ${id}`, render: (row) => <EntryView row={row} /> },
  useParts: ({ query: { account, partner_id } }) => ({
    columns: account === undefined && partner_id === undefined ? whole : narrowed,
  }),
  actions: <NewBatch />,
  below: <TicketPanel />,
  nothing: quiet,
})

const accountName = ({ class: of, account }: Pick<BalanceRow, 'class' | 'account'>) =>
  account === null ? accountClassLabels[of] : chart[account].label

export const balanceView = loadReport(accountEntries.summary, {
  title: 'Asientos',
  key: 'account-balances',
  print: true,
  columns: [],
  rowKey: (row) => [row.class, row.account, row.partner_id, row.currency].join(':'),
  rowName: (row) =>
    [accountName(row), row.partner_name, currencyFacts[row.currency].clear_symbol].filter(Boolean).join(', '),
  drill: ({ class: of, account, partner_id }) => {
    if (account === null) return { filters: { by: 'cuenta' as const, class: of } }
    return partner_id === null ? { filters: { by: 'afiliado' as const, account } } : null
  },
  links: Object.fromEntries(['opening', 'debit', 'credit', 'balance'].map((key) => [key, ledgerOfRow])),
  useParts: ({ query: { by } }) => ({
    columns: [
      { key: 'account', title: by === 'clase' ? 'Clase' : 'Cuenta', fixed: true, width: 230, render: accountName },
      ...(by === 'clase' ? [] : [{ key: 'class', width: 120 }]),
      ...(by === 'afiliado' ? [{ key: 'partner_name', width: 220 }] : []),
      { key: 'opening', width: 150 },
      { key: 'debit', width: 150 },
      { key: 'credit', width: 150 },
      { key: 'balance', width: 150 },
    ],
    actions: <ChartOfAccounts />,
  }),
  nothing: { title: 'Ninguna cuenta tiene movimientos', text: 'Elija otro período o quite un filtro.' },
})

const openingText = ({ opening, currency }: LedgerTotals) =>
  opening !== null && (
    <>
      Saldo anterior <Money value={opening} currency={currency} clear />
    </>
  )

const lineColumns: readonly ColumnSpec<RowOf<typeof accountEntries.ledger>>[] = [
  { key: 'day', fixed: true, width: 104 },
  { key: 'ref_name', width: 160, render: (row) => <Reference row={row} /> },
  { key: 'account', width: 160 },
  // All three of them are in sight on a laptop: what else tells a line apart comes behind.
  { key: 'debit', width: 134 },
  { key: 'credit', width: 134 },
  { key: 'balance', width: 140 },
  { key: 'kind', width: 126 },
  { key: 'entry_id', width: 84 },
  { key: 'partner_name', width: 190 },
  { key: 'memo', optional: true, width: 240 },
]
/** All of one account. */
const ofOne = lineColumns.filter((one) => typeof one === 'string' || one.key !== 'account')

export const ledgerView = loadReport(accountEntries.ledger, {
  title: 'Asientos',
  key: 'account-ledger',
  print: true,
  columns: lineColumns,
  useParts: ({ query: { account } }) => ({ columns: account === undefined ? lineColumns : ofOne }),
  rowName: ({ entry_id, account }) => `asiento ${entry_id}, ${chart[account].label}`,
  detail: { title: ({ entry_id }) => `Asiento ${entry_id}`, render: (row) => <EntryOfLine {...row} /> },
  sums: {
    below: { balance: 'closing', debit: 'debit', credit: 'credit' },
    count: { of: 'rows', one: 'línea', many: 'líneas' },
    more: (sums) => ({ ref_name: openingText(sums) }),
  },
  below: <TicketPanel />,
  nothing: {
    title: 'Ninguna línea en estos días',
    text: 'Elija otro período, otra cuenta u otro afiliado. El balance de comprobación dice lo que tienen.',
  },
})
