/** The controls that compose one setting for many affiliates. */
import { Checkbox, Segmented } from 'antd'
import { useId } from 'react'
import { placeNames } from '@contract/bets-configurations.ts'
import { general } from '@contract/general.ts'
import { currencyFacts } from '@contract/values/currency.ts'
import { useCall } from '@providers/queries.ts'
import { useSession } from '@providers/session.ts'
import { valueKinds } from '@resources/agencies/bets-cells.ts'
import { Select } from '@/kit/form/select.tsx'
import { matchesText } from '@/kit/form/typing.tsx'
import { MoneyInput } from '@/kit/form/money-input.tsx'
import { NumberInput } from '@/kit/form/number-input.tsx'
import { betsFieldLabels, betsFields, isLimit, valueFault, type BetsDraft, type BetsField } from './bets-change.ts'

export interface BetsChangeFormProps {
  value: BetsDraft
  onChange: (draft: BetsDraft) => void
}

export function BetsChangeForm({ value: draft, onChange }: BetsChangeFormProps) {
  const { currencies } = useSession()
  const products = useCall(general.products).data?.data ?? []
  const product = products.find((one) => one.id === draft.product_id)
  const bet = product?.bet_types.find((one) => one.id === draft.bet_type_id)
  const fault = valueFault(draft)
  const noteId = useId()
  const { field } = draft
  return (
    <>
      <label className="stack gap-xxs">
        Valor que cambia
        <Select<BetsField>
          aria-label="Valor que cambia"
          value={field}
          options={betsFields.map((value) => ({ value, label: betsFieldLabels[value] }))}
          onChange={(next) => onChange({ ...draft, field: next, value: null })}
        />
      </label>
      {isLimit(field) && (
        <label className="stack gap-xxs">
          Moneda
          <Select
            aria-label="Moneda"
            value={draft.currency ?? null}
            options={currencies.map((value) => ({ value, label: currencyFacts[value].name }))}
            onChange={(currency) => onChange({ ...draft, currency: currency ?? undefined })}
          />
        </label>
      )}
      {(field === 'enabled' || field === 'multiplier') && (
        <label className="stack gap-xxs">
          Producto
          <Select
            aria-label="Producto"
            showSearch
            filterOption={matchesText}
            placeholder="Elija un producto"
            value={draft.product_id ?? null}
            options={products.map((one) => ({ value: one.id, label: one.name }))}
            onChange={(product_id) =>
              onChange({ ...draft, product_id: product_id ?? undefined, bet_type_id: undefined, place: undefined })
            }
          />
        </label>
      )}
      {field === 'multiplier' && (
        <label className="stack gap-xxs">
          Jugada
          <Select
            aria-label="Jugada"
            placeholder="Elija una jugada"
            disabled={!product}
            value={draft.bet_type_id ?? null}
            options={(product?.bet_types ?? []).map((one) => ({ value: one.id, label: one.name }))}
            onChange={(bet_type_id) => onChange({ ...draft, bet_type_id: bet_type_id ?? undefined, place: undefined })}
          />
        </label>
      )}
      {field === 'multiplier' && bet?.kind === 'terminal_pa' && (
        <label className="stack gap-xxs">
          Premio
          <Select
            aria-label="Premio"
            value={draft.place ?? 1}
            options={placeNames.map((label, at) => ({ value: at + 1, label }))}
            onChange={(place) => onChange({ ...draft, place })}
          />
        </label>
      )}
      <Checkbox checked={draft.inherit} onChange={(event) => onChange({ ...draft, inherit: event.target.checked })}>
        Heredar de nuevo: quitar el valor propio
      </Checkbox>
      {!draft.inherit && (
        <div>
          <ValueControl draft={draft} onChange={onChange} noteId={noteId} faulty={fault !== null} />
          {fault && (
            <p id={noteId} className="bad" role="alert">
              {fault}
            </p>
          )}
        </div>
      )}
    </>
  )
}

function ValueControl({
  draft,
  onChange,
  noteId,
  faulty,
}: {
  draft: BetsDraft
  onChange: (draft: BetsDraft) => void
  noteId: string
  faulty: boolean
}) {
  const shared = { 'aria-label': 'Valor nuevo', 'aria-describedby': noteId, 'aria-invalid': faulty } as const
  const kind = valueKinds[draft.field]
  if (kind === 'flag') {
    return (
      <Segmented
        aria-label="Valor nuevo"
        options={[
          { value: 'si', label: 'Sí' },
          { value: 'no', label: 'No' },
        ]}
        value={draft.value === null ? '' : draft.value ? 'si' : 'no'}
        onChange={(next) => onChange({ ...draft, value: next === 'si' })}
      />
    )
  }
  if (kind === 'whole') {
    return (
      <NumberInput
        {...shared}
        placeholder="Valor nuevo"
        value={draft.value as number | null}
        onChange={(next) => onChange({ ...draft, value: typeof next === 'number' ? next : null })}
      />
    )
  }
  return (
    <MoneyInput
      {...shared}
      placeholder="Valor nuevo"
      short={kind === 'multiplier'}
      {...(isLimit(draft.field) && draft.currency && { currency: draft.currency })}
      value={draft.value as string | null}
      onChange={(value) => onChange({ ...draft, value })}
    />
  )
}
