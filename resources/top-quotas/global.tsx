/** One change over every ceiling of the filter. */
import { useState } from 'react'
import type { QuotaChange } from '@contract/quotas.ts'
import { topQuotas, type TopQuotaRow } from '@contract/top-quotas.ts'
import { currencyFacts, type Currency } from '@contract/values/currency.ts'
import { formatMoney } from '@contract/values/money.ts'
import { useNotice } from '@providers/notifications.ts'
import { useAction } from '@providers/queries.ts'
import { changeOf, changeText, emptyChange, nextOwn } from '@resources/quotas/quota-change.ts'
import { QuotaChangeForm } from '@resources/quotas/quota-change-form.tsx'
import type { Effect } from '@/kit/page/confirm.tsx'
import { GlobalChange } from '@/kit/grid/global-change.tsx'
import { sameAmount } from '@/kit/form/money-reading.ts'
import { cellOf } from './cells.ts'

/** Rows that show what the change makes of them. */
const sampled = 6

export interface TopGlobalProps {
  open: boolean
  onClose: () => void
  filter: { product_ids: number[]; currencies: Currency[] }
  /** The products of the filter by name. */
  products: string
  /** The rows of the filter as the server has them now; undefined while it answers. */
  rows: readonly TopQuotaRow[] | undefined
  error: unknown
  refetch: () => Promise<unknown>
}

export function TopGlobal({ open, onClose, filter, products, rows, error, refetch }: TopGlobalProps) {
  const [draft, setDraft] = useState(emptyChange)
  const notice = useNotice()
  const action = useAction(topQuotas.global, { invalidates: [topQuotas], success: false })
  const change = changeOf(draft)
  const close = () => {
    setDraft(emptyChange)
    action.reset()
    onClose()
  }
  const run = async (matched: number) => {
    if (!change) return
    const answer = await action.run({ query: { expected_matched_rows: matched }, body: { filter, change } })
    if (answer === undefined) return
    notice.success(`${answer.changed} de ${answer.matched} cupos máximos cambiaron.`)
    close()
  }
  return (
    <GlobalChange
      open={open}
      onClose={close}
      title="Cambio global de cupos máximos"
      filter={[
        ...(products ? [{ label: 'Producto', value: products }] : []),
        ...(filter.currencies.length > 0
          ? [{ label: 'Moneda', value: filter.currencies.map((one) => currencyFacts[one].name).join(', ') }]
          : []),
      ]}
      noun={['cupo máximo', 'cupos máximos']}
      count={{ total: rows?.length, error, refetch }}
      change={change && changeText(change, 'quitar el cupo máximo')}
      sample={change ? sampleOf(change, rows ?? []) : []}
      problem={action.problem}
      pending={action.pending}
      onRun={run}
    >
      <QuotaChangeForm
        value={draft}
        onChange={setDraft}
        liftLabel="Quitar el cupo máximo"
        currency={filter.currencies.length === 1 ? filter.currencies[0] : undefined}
      />
    </GlobalChange>
  )
}

/** The first rows that the change makes different. */
function sampleOf(change: QuotaChange, rows: readonly TopQuotaRow[]): Effect[] {
  const text = (row: TopQuotaRow, amount: string | null) =>
    amount === null ? 'sin cupo máximo' : formatMoney(amount, row.currency, true)
  return rows
    .flatMap((row) => {
      const next = nextOwn(change, { own: row.amount, present: row.amount })
      return sameAmount(next, row.amount)
        ? []
        : [{ label: cellOf(row).label, before: text(row, row.amount), after: text(row, next) }]
    })
    .slice(0, sampled)
}
