/** Filters of the list of tickets: the usual ones on the line, the others behind a button that says how many are in force. */
import { SlidersOutlined } from '@ant-design/icons'
import { Badge, Button, Input, Popover, Select } from 'antd'
import { useState, type ReactNode } from 'react'
import { general } from '@contract/general.ts'
import { approvalStateLabels, approvalStates, ticketStateLabels, ticketStates } from '@contract/tickets.ts'
import { currencyFacts } from '@contract/values/currency.ts'
import { formatAmount } from '@contract/values/money.ts'
import { useCall } from '@providers/queries.ts'
import { usePhone } from '@/kit/table/phone.ts'
import { Filter, type ActiveFilter } from '@/kit/table/toolbar.tsx'
import { clearable, matchesText } from '@/kit/form/fields.tsx'
import { MoneyInput } from '@/kit/form/money-input.tsx'
import { isUnread } from '@/kit/form/money-reading.ts'
import { usePartnerPath } from '@/kit/values/partner-tree.ts'
import { PartnerSelect } from '@/kit/values/partner-select.tsx'
import { ProductSelect } from '@/kit/values/product-select.tsx'
import type { SetUrlState } from '@/kit/page/url-state.ts'
import { BetTypeSelect } from './bet-type-select.tsx'
import type { ConsultFilterState } from './consult-state.ts'

interface FilterProps {
  state: ConsultFilterState
  set: SetUrlState<ConsultFilterState>
}

const hidden = ['bet_type_id', 'number', 'min_total', 'max_total', 'approval', 'draw_id'] as const

export function ConsultFilterControls({ state, set }: FilterProps) {
  const phone = usePhone()
  const inForce = hidden.filter((key) => state[key] !== undefined).length
  return (
    <>
      <Filter label="Socio">
        <PartnerSelect value={state.partner_id} onChange={(partner_id) => set({ partner_id })} />
      </Filter>
      <Filter label="Producto">
        <ProductSelect value={state.product_id} onChange={(product_id) => set({ product_id })} />
      </Filter>
      <Filter label="Estado">
        <Select
          className="consult-filter"
          aria-label="Estado"
          placeholder="Estado"
          allowClear
          popupMatchSelectWidth={false}
          value={state.state ?? null}
          options={ticketStates.map((value) => ({ value, label: ticketStateLabels[value] }))}
          onChange={(value) => set({ state: value ?? undefined })}
        />
      </Filter>
      {phone ? (
        <MoreFilters state={state} set={set} />
      ) : (
        <Popover
          trigger="click"
          placement="bottomLeft"
          arrow={false}
          content={
            <div className="consult-more" role="dialog" aria-label="Más filtros">
              <MoreFilters state={state} set={set} />
            </div>
          }
        >
          <Badge count={inForce} size="small" color="var(--ant-color-primary)">
            <Button icon={<SlidersOutlined />} aria-haspopup="dialog">
              Más filtros
            </Button>
          </Badge>
        </Popover>
      )}
    </>
  )
}

function MoreFilters({ state, set }: FilterProps) {
  return (
    <>
      <Labelled label="Jugada">
        <BetTypeSelect
          product_id={state.product_id}
          value={state.bet_type_id}
          onChange={(bet_type_id) => set({ bet_type_id })}
        />
      </Labelled>
      <NumberFilter value={state.number} onChange={(number) => set({ number })} />
      <AmountFilter label="Total desde" value={state.min_total} onChange={(min_total) => set({ min_total })} />
      <AmountFilter label="Total hasta" value={state.max_total} onChange={(max_total) => set({ max_total })} />
      <Labelled label="Aprobación del pago">
        <Select
          aria-label="Aprobación del pago"
          placeholder="Cualquiera"
          allowClear
          showSearch
          filterOption={matchesText}
          value={state.approval ?? null}
          options={approvalStates.map((value) => ({ value, label: approvalStateLabels[value] }))}
          onChange={(value) => set({ approval: value ?? undefined })}
        />
      </Labelled>
    </>
  )
}

function Labelled({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="consult-labelled">
      <span aria-hidden="true">{label}</span>
      {children}
    </div>
  )
}

/** Asked when the person is done, not letter by letter: half a number is another number. */
function NumberFilter({
  value,
  onChange,
}: {
  value: string | undefined
  onChange: (number: string | undefined) => void
}) {
  const [typed, setTyped] = useState(value ?? '')
  const [shown, setShown] = useState(value)
  if (value !== shown) {
    setShown(value)
    setTyped(value ?? '')
  }
  const apply = () => onChange(typed.trim() === '' ? undefined : typed.trim().toUpperCase())
  return (
    <Labelled label="Número">
      <Input
        aria-label="Número"
        placeholder="12 o 123 LEO"
        maxLength={40}
        allowClear={clearable}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onPressEnter={apply}
        onBlur={apply}
      />
    </Labelled>
  )
}

function AmountFilter({
  label,
  value,
  onChange,
}: {
  label: string
  value: string | undefined
  onChange: (amount: string | undefined) => void
}) {
  const [typed, setTyped] = useState<string | null>(value ?? null)
  const [shown, setShown] = useState(value)
  if (value !== shown) {
    setShown(value)
    setTyped(value ?? null)
  }
  const apply = () => {
    if (typed === null || !isUnread(typed)) onChange(typed ?? undefined)
  }
  return (
    <Labelled label={label}>
      <span onKeyDown={(event) => event.key === 'Enter' && apply()} role="presentation">
        <MoneyInput aria-label={label} value={typed} onChange={setTyped} onBlur={apply} />
      </span>
    </Labelled>
  )
}

export const noFilters: ConsultFilterState = {
  partner_id: undefined,
  state: undefined,
  currency: undefined,
  product_id: undefined,
  draw_id: undefined,
  bet_type_id: undefined,
  number: undefined,
  min_total: undefined,
  max_total: undefined,
  approval: undefined,
}

/** The filters in force, in words. */
export function useActiveFilters({ state, set }: FilterProps): ActiveFilter[] {
  const { data } = useCall(general.products)
  const partner = usePartnerPath(state.partner_id).at(-1)?.name
  const product = data?.data.find((one) => one.id === state.product_id)?.name
  const betType = data?.data.flatMap((one) => one.bet_types).find((one) => one.id === state.bet_type_id)?.name
  const words: Record<keyof ConsultFilterState, string | undefined> = {
    partner_id: `Socio: ${partner ?? '…'}`,
    state: state.state && `Estado: ${ticketStateLabels[state.state]}`,
    currency: state.currency && `Moneda: ${currencyFacts[state.currency].name}`,
    product_id: `Producto: ${product ?? '…'}`,
    draw_id: `Sorteo n.º ${String(state.draw_id)}`,
    bet_type_id: `Jugada: ${betType ?? '…'}`,
    number: `Número: ${state.number ?? ''}`,
    min_total: state.min_total && `Desde ${formatAmount(state.min_total)}`,
    max_total: state.max_total && `Hasta ${formatAmount(state.max_total)}`,
    approval: state.approval && `Pago: ${approvalStateLabels[state.approval]}`,
  }
  return (Object.keys(words) as (keyof ConsultFilterState)[])
    .filter((key) => state[key] !== undefined)
    .map((key) => ({ key, label: words[key] ?? '', onClear: () => set({ [key]: undefined }) }))
}
