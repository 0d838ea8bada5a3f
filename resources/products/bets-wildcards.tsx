/** Numbers that pay more than their bet type, always or between two days. */
import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { Button, Input } from 'antd'
import { DayField } from '@/kit/form/day-field.tsx'
import { MoneyInput } from '@/kit/form/money-input.tsx'
import type { PartEditing } from '@/kit/form/part-editing.ts'
import { Fault } from '@/kit/form/part-frame.tsx'
import { Select } from '@/kit/form/select.tsx'
import { Panel } from '@/kit/page/panel.tsx'
import type { BetNames, BetsPart } from './bets-part.ts'

type Wildcard = BetsPart['wildcards'][number]

export function BetsWildcards({ editing, names }: { editing: PartEditing<BetsPart>; names: BetNames }) {
  const { value, set, faults } = editing
  const put = (wildcards: Wildcard[]) => set({ ...value, wildcards })
  const offered = value.offers.filter((one) => one.enabled)
  const options = [...names].map(([id, { name }]) => ({ value: id, label: name }))
  const first = offered[0]
  const add = () =>
    first &&
    put([
      ...value.wildcards,
      { bet_type_id: first.bet_type_id, number: '', multiplier: '', from_day: null, to_day: null },
    ])
  return (
    <Panel
      title="Comodines"
      actions={
        <Button icon={<PlusOutlined aria-hidden="true" />} disabled={!first} onClick={add}>
          Agregar comodín
        </Button>
      }
      note="Un comodín reemplaza al multiplicador de la jugada cuando paga más."
    >
      <ul className="plain-list lined">
        {value.wildcards.map((wildcard, index) => (
          <WildcardRow
            // Rows have no id of their own; their place is theirs as long as none is removed.
            // oxlint-disable-next-line react/no-array-index-key
            key={index}
            wildcard={wildcard}
            options={options}
            faults={Object.fromEntries(
              Object.entries(faults).flatMap(([path, text]) =>
                path.startsWith(`wildcards.${index}.`) ? [[path.split('.')[2]!, text]] : [],
              ),
            )}
            onChange={(part) => put(value.wildcards.map((one, at) => (at === index ? { ...one, ...part } : one)))}
            onRemove={() => put(value.wildcards.filter((_, at) => at !== index))}
          />
        ))}
      </ul>
      {value.wildcards.length === 0 && <p className="sorteo-muted">No hay comodines.</p>}
    </Panel>
  )
}

interface RowProps {
  wildcard: Wildcard
  options: { value: number; label: string }[]
  faults: Record<string, string>
  onChange: (part: Partial<Wildcard>) => void
  onRemove: () => void
}

function WildcardRow({ wildcard, options, faults, onChange, onRemove }: RowProps) {
  const name = wildcard.number || 'nuevo'
  return (
    <li className="offer row gap-xs" data-fault={Object.keys(faults).length > 0}>
      <Select
        aria-label={`Jugada del comodín ${name}`}
        style={{ minWidth: 150 }}
        value={wildcard.bet_type_id}
        options={options}
        onChange={(bet_type_id) => onChange({ bet_type_id })}
        popupMatchSelectWidth={false}
        {...(faults['bet_type_id'] && { status: 'error' as const })}
      />
      <Input
        style={{ width: 110 }}
        aria-label="Número del comodín"
        placeholder="Número"
        autoComplete="off"
        maxLength={10}
        value={wildcard.number}
        onChange={(event) => onChange({ number: event.target.value })}
        aria-invalid={faults['number'] !== undefined}
        {...(faults['number'] && { status: 'error' as const })}
      />
      <label className="line gap-xs">
        paga{' '}
        <MoneyInput
          short
          aria-label={`Multiplicador del comodín ${name}`}
          value={wildcard.multiplier}
          onChange={(next) => onChange({ multiplier: next ?? '' })}
        />
      </label>
      <DayField
        label={`Desde, comodín ${name}`}
        placeholder="Desde siempre"
        value={wildcard.from_day}
        onChange={(from_day) => onChange({ from_day })}
      />
      <DayField
        label={`Hasta, comodín ${name}`}
        placeholder="Sin fin"
        value={wildcard.to_day}
        onChange={(to_day) => onChange({ to_day })}
        fault={faults['to_day'] !== undefined}
      />
      <Button
        type="text"
        icon={<DeleteOutlined aria-hidden="true" />}
        aria-label={`Quitar el comodín ${name}`}
        onClick={onRemove}
      />
      <Fault text={Object.values(faults)[0]} />
    </li>
  )
}
