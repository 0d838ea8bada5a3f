/** One entry: what happened, and each account it moved. */
import { Link } from 'react-router'
import { accountEntries, type JournalRow } from '@contract/account-entries.ts'
import { chart } from '@contract/ledger-accounts.ts'
import { add, isZero, negate } from '@contract/values/money.ts'
import { useCall } from '@providers/queries.ts'
import { Facts } from '@/kit/page/facts.tsx'
import { ProblemView } from '@/kit/page/problem-view.tsx'
import { ListSkeleton } from '@/kit/page/skeletons.tsx'
import { Stack } from '@/kit/page/stack.tsx'
import { RowFacts } from '@/kit/screen/record-facts.tsx'
import { FigureTable } from '@/kit/table/figure-table.tsx'
import { Money } from '@/kit/values/money.tsx'
import { ledgerOfPosting } from './paths.ts'
import { Reference } from './reference.tsx'

interface Line {
  account: React.ReactNode
  partner: string
  debit: string
  credit: string
}

/** The accounts within reach, and what the others come to. */
function linesOf({ postings, elsewhere, day, currency }: JournalRow): Line[] {
  const own = postings.map((posting) => ({
    account: (
      <Link className="quiet-link" to={ledgerOfPosting(posting, day, currency)}>
        {chart[posting.account].label}
      </Link>
    ),
    partner: posting.partner_name,
    debit: posting.debit,
    credit: posting.credit,
  }))
  if (isZero(elsewhere)) return own
  const is_credit = elsewhere.startsWith('-')
  const rest = { debit: is_credit ? '0.00' : elsewhere, credit: is_credit ? negate(elsewhere) : '0.00' }
  return [...own, { account: 'Otras cuentas', partner: 'Fuera de su alcance', ...rest }]
}

export function EntryView({ row }: { row: JournalRow }) {
  const lines = linesOf(row)
  const money = (value: string) => (isZero(value) ? '' : <Money value={value} currency={row.currency} clear />)
  const total = (of: 'debit' | 'credit') => add('0.00', ...lines.map((line) => line[of]))
  return (
    <Stack gap="lg">
      <Facts facts={[{ label: 'Viene de', value: <Reference row={row} /> }]} />
      <RowFacts
        list={accountEntries.list}
        row={row}
        names={
          ['day', 'kind', 'memo', 'rate', 'created_at', 'created_by_name'].filter(
            (name) => (name !== 'memo' || row.memo !== '') && (name !== 'rate' || row.rate !== null),
          ) as (keyof JournalRow)[]
        }
      />
      <FigureTable
        caption="Cuentas que movió"
        rows={[
          ...lines,
          { account: <strong>Total</strong>, partner: '', debit: total('debit'), credit: total('credit') },
        ]}
        rowKey={(_, index) => index}
        columns={[
          { title: 'Cuenta', text: true, render: (line) => line.account },
          { title: 'Afiliado', text: true, render: (line) => line.partner },
          { title: 'Debe', render: (line) => money(line.debit) },
          { title: 'Haber', render: (line) => money(line.credit) },
        ]}
      />
    </Stack>
  )
}

/** The entry of a line, which knows its day and its number. */
export function EntryOfLine({ day, entry_id }: { day: string; entry_id: string }) {
  const found = useCall(accountEntries.list, { query: { from: day, to: day, q: entry_id } })
  const row = found.data?.data[0]
  if (found.isError) return <ProblemView error={found.error} onRetry={() => void found.refetch()} />
  return row ? <EntryView row={row} /> : <ListSkeleton rows={4} />
}
