/** The controls that compose one change over many amounts. */
import { Input, Radio } from 'antd'
import { useId } from 'react'
import type { Currency } from '@contract/values/currency.ts'
import { MoneyInput } from '../form/money-input.tsx'
import { percentFault, type ChangeDraft, type ChangeKind } from './amount-change.ts'

export interface AmountChangeFormProps {
  value: ChangeDraft
  onChange: (draft: ChangeDraft) => void
  /** What having no value of its own is called: `Heredar de nuevo`. */
  liftLabel: string
  /** What else a percentage does, in a sentence. */
  percentNote?: string
  /** The one currency that the filter leaves; an amount would otherwise be the same number in several. */
  currency: Currency | undefined
}

export function AmountChangeForm({ value, onChange, liftLabel, percentNote, currency }: AmountChangeFormProps) {
  const hint = useId()
  const fault = percentFault(value)
  const hintText = ['Del valor vigente, redondeado al céntimo. Lo que no tiene valor queda como está.', percentNote]
    .filter(Boolean)
    .join(' ')
  const percentage = value.kind === 'up' || value.kind === 'down'
  return (
    <>
      <div role="radiogroup" aria-labelledby="global-change-what">
        <Radio.Group
          value={value.kind}
          onChange={(event) => onChange({ ...value, kind: event.target.value as ChangeKind })}
          options={[
            { value: 'set', label: 'Fijar un monto' },
            { value: 'up', label: 'Subir un porcentaje' },
            { value: 'down', label: 'Bajar un porcentaje' },
            { value: 'inherit', label: liftLabel },
          ]}
        />
      </div>
      {value.kind === 'set' && (
        <div>
          <MoneyInput
            aria-label="Monto"
            placeholder="Monto"
            {...(currency && { currency })}
            value={value.amount}
            onChange={(amount) => onChange({ ...value, amount })}
          />
          {!currency && (
            <p className="sorteo-muted">El filtro incluye varias monedas: quedaría el mismo número en cada una.</p>
          )}
        </div>
      )}
      {percentage && (
        <div>
          <Input
            aria-label="Porcentaje"
            aria-describedby={hint}
            aria-invalid={fault !== null}
            inputMode="decimal"
            suffix="%"
            placeholder="10"
            status={fault ? 'error' : ''}
            value={value.percent}
            onChange={(event) => onChange({ ...value, percent: event.target.value })}
          />
          <p id={hint} className={fault ? 'bad' : 'sorteo-muted'} role={fault ? 'alert' : undefined}>
            {fault ?? hintText}
          </p>
        </div>
      )}
    </>
  )
}
