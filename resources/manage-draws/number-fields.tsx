/** The fields of a result: one per part, of its own width, quick to type, kind to what is pasted. */
import { Input, type InputRef } from 'antd'
import { useEffect, useId, useRef, type ClipboardEvent } from 'react'
import type { ResultPart } from '@contract/draws.ts'
import { signs, signNames } from '@contract/values/bet-numbers.ts'
import { Select } from '@/kit/form/select.tsx'
import { matchesText } from '@/kit/form/typing.tsx'
import {
  emptyPart,
  findSymbols,
  spreadPasted,
  type Faults,
  type SymbolOption,
  type TypedNumbers,
  type TypedPart,
} from './numbers.ts'
import { SymbolBoard } from './symbols.tsx'

export interface NumberFieldsProps {
  parts: readonly ResultPart[]
  symbols: readonly SymbolOption[]
  typed: TypedNumbers
  faults: Faults
  disabled: boolean
  /** Takes the keyboard as soon as it is there; it does, unless it is told not to. */
  focused?: boolean
  onChange: (typed: TypedNumbers) => void
}

const signOptions = signs.map((sign) => ({ value: sign, label: signNames[sign] }))

/** The first field takes the focus as soon as it is there: the awarder types at once. */
export function NumberFields({ parts, symbols, typed, faults, disabled, focused = true, onChange }: NumberFieldsProps) {
  const inputs = useRef<(InputRef | null)[]>([])
  useEffect(() => {
    if (focused) inputs.current[0]?.focus({ cursor: 'all', preventScroll: true })
    // oxlint-disable-next-line react/exhaustive-deps -- once, as it is first drawn
  }, [])
  const set = (part: ResultPart, next: Partial<TypedPart>) =>
    onChange({ ...typed, [part.place]: { ...(typed[part.place] ?? emptyPart), ...next } })
  const paste = (event: ClipboardEvent) => {
    const spread = spreadPasted(event.clipboardData.getData('text'), parts)
    if (!spread) return
    event.preventDefault()
    onChange({ ...typed, ...spread })
  }
  return (
    <div className="row stretch gap-md">
      {parts.map((part, index) => (
        <PartField
          key={part.place}
          part={part}
          typed={typed[part.place] ?? emptyPart}
          fault={faults[part.place]}
          symbols={symbols}
          disabled={disabled}
          ref={(input) => {
            inputs.current[index] = input
          }}
          onPaste={paste}
          onChange={(next) => {
            set(part, next)
            const grew = next.number !== undefined && next.number.length > (typed[part.place]?.number.length ?? 0)
            if (grew && !part.sign && next.number?.length === part.digits)
              inputs.current[index + 1]?.focus({ cursor: 'all' })
          }}
        />
      ))}
    </div>
  )
}

export interface ResultBoardProps extends Pick<NumberFieldsProps, 'parts' | 'symbols' | 'typed' | 'onChange'> {
  /** Nothing is left to type. */
  onChosen: () => void
}

/** The board of the part that is a symbol, where there is one. */
export function ResultBoard({ parts, symbols, typed, onChange, onChosen }: ResultBoardProps) {
  const part = parts.find((one) => one.digits === null)
  if (!part) return null
  return (
    <SymbolBoard
      symbols={symbols}
      text={typed[part.place]?.number ?? ''}
      onChoose={(code) => {
        onChange({ ...typed, [part.place]: { ...(typed[part.place] ?? emptyPart), number: code } })
        onChosen()
      }}
    />
  )
}

interface PartFieldProps {
  part: ResultPart
  typed: TypedPart
  fault: string | undefined
  symbols: readonly SymbolOption[]
  disabled: boolean
  ref: (input: InputRef | null) => void
  onPaste: (event: ClipboardEvent) => void
  onChange: (next: Partial<TypedPart>) => void
}

function PartField({ part, typed, fault, symbols, disabled, ref, onPaste, onChange }: PartFieldProps) {
  const name = useId()
  const { digits } = part
  const found = digits === null ? findSymbols(typed.number, symbols) : []
  const only = found.length === 1 ? found[0] : undefined
  return (
    <div className={digits === null ? 'field stack gap-xxs award-field-symbol' : 'field stack gap-xxs'}>
      <label htmlFor={name}>{part.label || 'Resultado'}</label>
      <div className="row gap-xs">
        <Input
          id={name}
          ref={ref}
          className="award-number strong sorteo-figures"
          size="large"
          autoComplete="off"
          spellCheck={false}
          disabled={disabled}
          value={typed.number}
          maxLength={digits ?? 30}
          inputMode={digits === null ? 'text' : 'numeric'}
          placeholder={digits === null ? 'Código o nombre' : '0'.repeat(digits)}
          style={digits === null ? undefined : { width: `${digits + 4}ch` }}
          aria-invalid={fault !== undefined}
          aria-describedby={`${name}-note`}
          onPaste={onPaste}
          onChange={(event) =>
            onChange({ number: digits === null ? event.target.value : event.target.value.replace(/\D/g, '') })
          }
        />
        {part.sign && (
          <Select
            style={{ width: 148 }}
            size="large"
            showSearch
            disabled={disabled}
            aria-label={`Signo de ${part.label || 'el resultado'}`}
            placeholder="Signo"
            value={typed.sign}
            options={signOptions}
            filterOption={matchesText}
            popupMatchSelectWidth={false}
            onChange={(sign) => onChange({ sign })}
          />
        )}
        {only && (
          <strong className="figure">
            {only.code} {only.name}
          </strong>
        )}
      </div>
      <span id={`${name}-note`} className={fault ? 'fault' : 'note'} role={fault ? 'alert' : undefined}>
        {fault ?? (digits === null ? 'Escriba y pulse Enter' : `${digits} dígitos`)}
      </span>
    </div>
  )
}
