/** The fields of a movement at a counter, one after the other: Enter goes on, and from the last one to the key that registers. */
import { Input } from 'antd'
import { useEffect, useId, useRef, type KeyboardEvent, type ReactNode, type RefObject } from 'react'
import { incomes } from '@contract/incomes.ts'
import { inCash, methodOptions } from '@contract/cash-movements.ts'
import { outcomes } from '@contract/outcomes.ts'
import { titleOf } from '@contract/field.ts'
import type { FieldFault } from '@contract/problems.ts'
import { useCall } from '@providers/queries.ts'
import { typesByHand } from '@/kit/counter/focus.ts'
import { MoneyInput } from '@/kit/form/money-input.tsx'
import { Select } from '@/kit/form/select.tsx'
import { matchesText } from '@/kit/form/typing.tsx'
import { NextStep } from '@/kit/page/next-step.tsx'
import { ClientFields, useNoClient } from '../clients/client-fields.tsx'
import { OneCurrency } from '../cash-registers/currency.tsx'
import { isToFund, placeKey, type Draft, type DraftFault, type DraftKind } from './drafts.ts'
import type { OpenDrawer } from './drawer.tsx'

export interface MovementEntryProps {
  written: DraftKind
  drawer: OpenDrawer
  draft: Draft
  onChange: (some: Partial<Draft>) => void
  /** What keeps it from being registered, as it was said. */
  fault: DraftFault | null
  /** What the server refused of its fields. */
  refused: readonly FieldFault[]
  amount: RefObject<{ focus: () => void } | null>
}

/** A counter reads its amount from afar. */
const largeAmount = { fontSize: 26, fontWeight: 600 }

/** What is said below one field moves no other. */
const fieldRow = { alignItems: 'start' }

const titles = outcomes.create.body!.shape

interface LabelledProps {
  id: string
  label: string
  fault: string
  children: ReactNode
}

function Labelled({ id, label, fault, children }: LabelledProps) {
  return (
    <div className="field stack gap-xxs grow">
      <label htmlFor={id}>{label}</label>
      {children}
      <p id={`${id}-fault`} role="alert" className="fault">
        {fault}
      </p>
    </div>
  )
}

/** The field after this one; after the last, the key that ends the work. */
function focusNext(from: Element): void {
  const root = from.closest('[data-counter-entry]')
  const fields = [...(root?.querySelectorAll<HTMLElement>('input:not([type="radio"], :disabled)') ?? [])]
  const next = fields[fields.indexOf(from as HTMLElement) + 1]
  ;(next ?? document.querySelector<HTMLElement>('[data-entry-end], .counter-key[aria-keyshortcuts="F9"]'))?.focus()
}

function onEnter(event: KeyboardEvent): void {
  const { target } = event
  if (event.key !== 'Enter' || event.defaultPrevented || event.repeat) return
  // A list that opens takes it to open and to choose.
  if (!(target instanceof HTMLInputElement) || target.role === 'combobox' || target.type === 'radio') return
  event.preventDefault()
  focusNext(target)
}

/** What was chosen by hand leads on, as Enter does in a field. */
function afterChoice(id: string): void {
  if (typesByHand()) setTimeout(() => document.getElementById(id) && focusNext(document.getElementById(id)!))
}

export function MovementEntry({ written, drawer, draft, onChange, fault, refused, amount }: MovementEntryProps) {
  const { currency, currencies, onCurrency } = drawer
  const id = useId()
  const said = (field: keyof Draft, ...paths: string[]) => {
    if (fault?.field === field) return fault.text
    const one = refused.find(({ path }) => paths.includes(path))
    return one ? `${one.message}.`.replace(/\.\.$/, '.') : ''
  }
  const described = (field: string, text: string) => ({
    id: `${id}-${field}`,
    'aria-describedby': `${id}-${field}-fault`,
    'aria-invalid': text !== '',
  })
  const shared = { written, drawer, draft, onChange }
  useFocusFirst(amount)
  const amount_fault = said('amount', 'amount', 'currency')
  const reference_fault = said('reference', 'reference')
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- Enter goes on from whichever of its fields has the focus
    <div className="stack gap-xs" data-counter-entry="" onKeyDown={onEnter}>
      <div className="row gap-md" style={{ alignItems: 'end' }}>
        <Labelled id={`${id}-amount`} label={titleOf(titles.amount)!} fault={amount_fault}>
          <MoneyInput
            ref={amount}
            size="large"
            style={largeAmount}
            currency={currency}
            value={draft.amount}
            onChange={(value) => onChange({ amount: value })}
            {...described('amount', amount_fault)}
          />
        </Labelled>
        <OneCurrency
          currencies={currencies}
          value={currency}
          onChange={(next) => {
            onChange({ method_id: null })
            onCurrency(next)
          }}
        />
      </div>
      <div className="row gap-md" style={fieldRow}>
        {written === 'entrega' ? (
          <Place {...shared} id={`${id}-to`} fault={said('to', 'to_office_id', 'to_fund_id')} />
        ) : (
          <Kind {...shared} id={`${id}-type`} fault={said('type_id', 'type_id')} />
        )}
        {!(written === 'entrega' && isToFund(draft)) && (
          <Method {...shared} id={`${id}-method`} fault={said('method_id', 'method_id')} />
        )}
      </div>
      <div className="row gap-md" style={fieldRow}>
        {written !== 'entrega' && (
          <Labelled id={`${id}-reference`} label={titleOf(titles.reference)!} fault={reference_fault}>
            <Input
              size="large"
              maxLength={40}
              autoComplete="off"
              placeholder="Si no es en efectivo"
              value={draft.reference}
              onChange={({ target }) => onChange({ reference: target.value })}
              {...described('reference', reference_fault)}
            />
          </Labelled>
        )}
        <Labelled id={`${id}-concept`} label={titleOf(titles.concept)!} fault={said('concept', 'concept')}>
          <Input
            size="large"
            maxLength={200}
            autoComplete="off"
            placeholder="Opcional"
            value={draft.concept}
            onChange={({ target }) => onChange({ concept: target.value })}
            {...described('concept', '')}
          />
        </Labelled>
      </div>
      {draft.client && (
        <div className="stack gap-xxs">
          <ClientFields value={draft.client} onChange={(client) => onChange({ client })} autoFocus />
          <p role="alert" className="fault">
            {said('client', 'client', 'client.dni', 'client.name', 'client.type')}
          </p>
        </div>
      )}
    </div>
  )
}

type ChoiceProps = Pick<MovementEntryProps, 'written' | 'drawer' | 'draft' | 'onChange'> & { id: string; fault: string }

const searched = { showSearch: true, filterOption: matchesText, size: 'large', className: 'full' } as const

/** Kinds of its direction. */
function Kind({ written, draft, onChange, id, fault }: ChoiceProps) {
  const direction = written === 'ingreso' ? 'ingreso' : 'egreso'
  const { data } = useCall(outcomes.types, { query: { direction } })
  const none = data?.data.length === 0
  return (
    <Labelled id={id} label={titleOf(titles.type_id)!} fault={fault}>
      <Select<number>
        {...searched}
        id={id}
        placeholder="Elija el tipo"
        loading={data === undefined}
        value={draft.type_id}
        options={(data?.data ?? []).map((one) => ({ value: one.id, label: one.name }))}
        onChange={(type_id) => onChange({ type_id })}
        onSelect={() => afterChoice(id)}
        {...(fault !== '' && { status: 'error' })}
      />
      {none && (
        <span className="row gap-xs sorteo-muted small">
          Aún no hay tipos de {direction}: los crea la agencia.
          <NextStep screen="agency-cash-config">Crear tipos</NextStep>
        </span>
      )}
    </Labelled>
  )
}

const methodsOf = { ingreso: incomes.methods, egreso: outcomes.methods, entrega: outcomes.transferMethods } as const

/** Cash, and what the office's line offers in the currency. */
function Method({ written, drawer: { office_id, currency }, draft, onChange, id, fault }: ChoiceProps) {
  const { data } = useCall(methodsOf[written], { query: { office_id } })
  const cash = 0
  return (
    <Labelled id={id} label="Método" fault={fault}>
      <Select<number>
        {...searched}
        id={id}
        value={draft.method_id ?? cash}
        options={[{ value: cash, label: inCash }, ...methodOptions(data?.data ?? [], currency)]}
        onChange={(chosen) => onChange({ method_id: chosen === cash ? null : chosen })}
        onSelect={() => afterChoice(id)}
        {...(fault !== '' && { status: 'error' })}
      />
    </Labelled>
  )
}

/** The agency's other drawers and its funds, that work with the currency. */
function Place({ drawer: { office_id, currency }, draft, onChange, id, fault }: ChoiceProps) {
  const { data } = useCall(outcomes.destinations, { query: { office_id } })
  const places = data?.data.filter(({ currencies }) => currencies.includes(currency)) ?? []
  return (
    <Labelled id={id} label="A quién" fault={fault}>
      <Select<string>
        {...searched}
        id={id}
        placeholder="Taquilla o fondo"
        loading={data === undefined}
        value={draft.to}
        options={places.map((one) => ({
          value: placeKey(one),
          label: one.open ? one.name : `${one.name} (sin caja abierta)`,
        }))}
        onChange={(to) => onChange({ to })}
        onSelect={() => afterChoice(id)}
        {...(fault !== '' && { status: 'error' })}
      />
      {data && places.length === 0 && (
        <span className="sorteo-muted small">La agencia no tiene otra taquilla ni un fondo en esta moneda.</span>
      )}
    </Labelled>
  )
}

/** The cursor begins in the amount, where it helps. */
function useFocusFirst(amount: MovementEntryProps['amount']): void {
  const once = useRef(false)
  useEffect(() => {
    if (once.current) return undefined
    // After the shell has put the focus on the content of a screen just arrived at.
    const soon = setTimeout(() => {
      once.current = true
      if (typesByHand()) amount.current?.focus()
    })
    return () => clearTimeout(soon)
  }, [amount])
}

/** A client is asked for by its key, and taken away by it. */
export function useClientKey(draft: Draft, onChange: MovementEntryProps['onChange']): () => void {
  const nobody = useNoClient()
  return () => onChange({ client: draft.client === null ? nobody : null })
}
