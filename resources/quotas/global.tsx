/** One change over every quota of the list's filter. */
import { useState } from 'react'
import { quotas, type QuotaChange, type QuotaRow } from '@contract/quotas.ts'
import { formatMoney } from '@contract/values/money.ts'
import { useNotice } from '@providers/notifications.ts'
import { useAction, useCall } from '@providers/queries.ts'
import type { Effect } from '@/kit/page/confirm.tsx'
import { GlobalChange } from '@/kit/grid/global-change.tsx'
import { sameAmount } from '@/kit/form/money-reading.ts'
import { cellOf, pathOf } from './cells.ts'
import type { QuotaFilters } from './paths.ts'
import { changeOf, changeText, emptyChange, nextOwn } from './quota-change.ts'
import { QuotaChangeForm } from './quota-change-form.tsx'

/** Rows that show what the change makes of them. */
const sampled = 6

export interface QuotaGlobalProps {
  open: boolean
  onClose: () => void
  filter: Omit<QuotaFilters, 'page' | 'per_page' | 'change'>
  words: readonly { name: string; value: string }[]
}

export function QuotaGlobal({ open, onClose, filter, words }: QuotaGlobalProps) {
  const [draft, setDraft] = useState(emptyChange)
  const rows = useCall(quotas.list, { body: { ...filter, page: 1, per_page: sampled } }, { enabled: open })
  const owned = useCall(
    quotas.list,
    { body: { ...filter, own_only: true, page: 1, per_page: sampled } },
    { enabled: open },
  )
  const notice = useNotice()
  const action = useAction(quotas.global, { invalidates: [quotas], success: false })
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
    notice.success(`${answer.changed} de ${answer.matched} cupos cambiaron.`)
    close()
  }
  const currencies = new Set(filter.currencies)
  return (
    <GlobalChange
      open={open}
      onClose={close}
      title="Cambio global de cupos"
      filter={[
        ...words.map(({ name, value }) => ({ label: name, value })),
        ...(filter.q ? [{ label: 'Búsqueda', value: filter.q }] : []),
      ]}
      noun={['cupo', 'cupos']}
      count={{ total: rows.isFetching ? undefined : rows.data?.total, error: rows.error, refetch: rows.refetch }}
      change={change && changeText(change, 'quitar el valor propio y heredar de nuevo')}
      sample={change ? sampleOf(change, [...(owned.data?.data ?? []), ...(rows.data?.data ?? [])]) : []}
      problem={action.problem}
      pending={action.pending}
      onRun={run}
    >
      <QuotaChangeForm
        value={draft}
        onChange={setDraft}
        liftLabel="Heredar de nuevo"
        percentNote="Lo que se hereda pasa a ser propio, con el monto nuevo."
        currency={currencies.size === 1 ? filter.currencies[0] : undefined}
      />
    </GlobalChange>
  )
}

/** The first rows that the change makes different, those with a value of their own before others. */
function sampleOf(change: QuotaChange, rows: readonly QuotaRow[]): Effect[] {
  const once = new Map(rows.map((row) => [pathOf(row), row]))
  return [...once.values()]
    .flatMap((row) => {
      const next = nextOwn(change, { own: row.own, present: row.own ?? row.inherited })
      return sameAmount(next, row.own) ? [] : [effectOf(row, next)]
    })
    .slice(0, sampled)
}

function effectOf(row: QuotaRow, next: string | null): Effect {
  const text = (own: string | null) => {
    if (own !== null) return formatMoney(own, row.currency, true)
    return row.inherited === null ? 'sin valor' : `hereda ${formatMoney(row.inherited, row.currency, true)}`
  }
  return { label: cellOf(row, true).label, before: text(row.own), after: text(next) }
}
