/**
 * A field for an amount. It takes `1.234,56` and `1234,56`; what could mean two amounts is asked
 * below the field with the candidates as buttons, never multiplied by 10, 100 or 1000 in silence.
 */
import { Button, Input, type InputRef } from 'antd'
import { useId, useImperativeHandle, useRef, useState, type CSSProperties, type KeyboardEvent, type Ref } from 'react'
import { currencyFacts, type Currency } from '@contract/values/currency.ts'
import { formatMoney, type ReadAmount } from '@contract/values/money.ts'
import { currencyFaultOf, textOfValue, valueOfTyped } from './money-reading.ts'
import './form.css'

export interface MoneyInputProps {
  /** Shows its symbol before the amount; without it the field is a plain number (a multiplier). */
  currency?: Currency
  /** A decimal string, `null` when empty. Form.Item passes it. */
  value?: string | null
  onChange?: (value: string | null) => void
  onBlur?: () => void
  id?: string
  placeholder?: string
  disabled?: boolean
  size?: 'small' | 'middle' | 'large'
  /** Whole numbers without decimals: `30`, not `30,00`. */
  short?: boolean
  /** Read from afar. */
  style?: CSSProperties
  'aria-label'?: string
  'aria-describedby'?: string
  'aria-invalid'?: boolean | 'true' | 'false'
  'aria-required'?: boolean | 'true' | 'false'
  ref?: Ref<{ focus: () => void }>
}

/** The field. Reports through `onChange` the amount, `null`, or a marked text that no schema accepts. */
export function MoneyInput(props: MoneyInputProps) {
  const { currency, value, onChange, onBlur, short, ref, ...rest } = props
  const [typed, setTyped] = useState<string | null>(null)
  const [reported, setReported] = useState(value)
  const [question, setQuestion] = useState<ReadAmount | null>(null)
  const input = useRef<InputRef>(null)
  const questionId = useId()
  useImperativeHandle(ref, () => ({ focus: () => input.current?.focus() }), [])

  if (value !== reported) {
    setReported(value)
    setTyped(null)
    setQuestion(null)
  }

  const report = (next: string | null) => {
    setReported(next)
    onChange?.(next)
  }
  const type = (text: string) => {
    setTyped(text)
    setQuestion(null)
    report(valueOfTyped(text, currency).value)
  }
  const settle = () => {
    if (typed === null) return true
    const { reading } = valueOfTyped(typed, currency)
    const clear = reading.kind === 'amount' || reading.kind === 'empty'
    if (clear) setTyped(null)
    else setQuestion(reading)
    return clear
  }
  const choose = (amount: string) => {
    setTyped(null)
    setQuestion(null)
    report(amount)
    input.current?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && !settle()) event.preventDefault()
  }
  const asked = question?.kind === 'ambiguous'
  return (
    <div className="money-input">
      <Input
        {...rest}
        ref={input}
        className="money-input-field"
        inputMode="decimal"
        autoComplete="off"
        prefix={currency && <span className="sorteo-muted">{currencyFacts[currency].clear_symbol}</span>}
        value={typed ?? textOfValue(value, short)}
        status={question ? 'error' : undefined}
        aria-describedby={[rest['aria-describedby'], question && questionId].filter(Boolean).join(' ') || undefined}
        onChange={(event) => type(event.target.value)}
        onKeyDown={onKeyDown}
        onBlur={() => {
          settle()
          onBlur?.()
        }}
      />
      {question && (
        <div id={questionId} className="money-input-question row gap-xs fault" role="alert">
          {asked ? (
            <AmountQuestion
              typed={typed ?? ''}
              candidates={question.candidates}
              currency={currency}
              short={short}
              onChoose={choose}
            />
          ) : (
            (currencyFaultOf(question, currency) ?? 'Escriba un monto como 1.234,56')
          )}
        </div>
      )}
    </div>
  )
}

interface QuestionProps {
  typed: string
  candidates: readonly string[]
  currency: Currency | undefined
  short: boolean | undefined
  onChoose: (amount: string) => void
}

function AmountQuestion({ typed, candidates, currency, short, onChoose }: QuestionProps) {
  return (
    <>
      <span>
        «{typed}» {candidates.length > 1 ? 'puede leerse de más de una forma' : 'se escribe aquí de otra forma'}. ¿Quiso
        escribir…?
      </span>
      <span className="row stretch inline gap-xxs">
        {candidates.map((candidate) => (
          <Button key={candidate} size="small" onClick={() => onChoose(candidate)}>
            {currency && !short ? formatMoney(candidate, currency, true) : textOfValue(candidate, short)}
          </Button>
        ))}
      </span>
    </>
  )
}
