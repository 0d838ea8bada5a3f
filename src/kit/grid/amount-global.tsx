/** One change over every amount of a sheet that a filter names: fixed, by a percentage, or lifted. */
import { useState } from 'react'
import type { Currency } from '@contract/values/currency.ts'
import type { Effect } from '../page/confirm.tsx'
import { sameAmount } from '../form/money-reading.ts'
import { amountChangeOf, amountChangeText, emptyChange, nextOwn } from './amount-change.ts'
import { AmountChangeForm, type AmountChangeFormProps } from './amount-change-form.tsx'
import { valueText, type GridCell } from './edits.ts'
import { GlobalChange, type GlobalChangeProps } from './global-change.tsx'

/** Cells that show what the change makes of them. */
const sampled = 6

export interface AmountGlobalProps
  extends Pick<GlobalChangeProps, 'open' | 'onClose' | 'title' | 'words' | 'noun' | 'count' | 'endpoint' | 'touches'>,
    Pick<AmountChangeFormProps, 'liftLabel' | 'percentNote'> {
  /** As the call takes it. */
  filter: { currencies?: readonly Currency[] | undefined }
  /** What lifting does, after "Va a". */
  lift: string
  /** Some cells of the filter; the first that the change makes different are shown. */
  cells: readonly GridCell<unknown>[]
}

export function AmountGlobal({ filter, lift, cells, liftLabel, percentNote, onClose, ...said }: AmountGlobalProps) {
  const [draft, setDraft] = useState(emptyChange)
  const change = amountChangeOf(draft)
  const { currencies = [] } = filter
  return (
    <GlobalChange
      {...said}
      onClose={() => {
        setDraft(emptyChange)
        onClose()
      }}
      body={change && { filter, change }}
      change={change && amountChangeText(change, lift)}
      sample={change ? cells.flatMap((cell) => effectOf(cell, nextOwn(change, cellHeld(cell)))).slice(0, sampled) : []}
    >
      <AmountChangeForm
        value={draft}
        onChange={setDraft}
        liftLabel={liftLabel}
        {...(percentNote !== undefined && { percentNote })}
        currency={currencies.length === 1 ? currencies[0] : undefined}
      />
    </GlobalChange>
  )
}

const cellHeld = ({ own, inherited }: GridCell<unknown>) => ({ own, present: own ?? inherited })

function effectOf(cell: GridCell<unknown>, next: string | null): Effect[] {
  if (sameAmount(next, cell.own)) return []
  return [{ label: cell.label, before: valueText(cell, cell.own), after: valueText(cell, next) }]
}
