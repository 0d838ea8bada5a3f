/** What an agency's drawers are counted with, and the kinds of what comes in and goes out of them. */
import { Button, Checkbox } from 'antd'
import { useEffect, useId, useState } from 'react'
import { cashConfig, type KeptConfig } from '@contract/cash-config.ts'
import { cashRegisters } from '@contract/cash-registers.ts'
import { titleOf, looksOf } from '@contract/field.ts'
import { currencyFacts } from '@contract/values/currency.ts'
import { formatMoney } from '@contract/values/money.ts'
import { useAction, useCall } from '@providers/queries.ts'
import { MoneyInput } from '@/kit/form/money-input.tsx'
import { useUnsaved } from '@/kit/form/unsaved.tsx'
import { Page } from '@/kit/page/page.tsx'
import { Panel } from '@/kit/page/panel.tsx'
import { ProblemNote } from '@/kit/page/problem-note.tsx'
import { ProblemView } from '@/kit/page/problem-view.tsx'
import { ListSkeleton } from '@/kit/page/skeletons.tsx'
import { bodyOf, editedOf, configFault, toggled, withPiece, type EditedCurrency } from './pieces.ts'
import { MovementTypes } from './types.tsx'

export default function CashConfig() {
  const kept = useCall(cashConfig.config)
  return (
    <Page title="Configuración de caja">
      {kept.data ? (
        <Counting kept={kept.data} onRead={() => void kept.refetch()} />
      ) : (
        <Panel label="Con qué se cuenta">
          {kept.error ? (
            <ProblemView error={kept.error} onRetry={() => void kept.refetch()} />
          ) : (
            <ListSkeleton rows={8} />
          )}
        </Panel>
      )}
      <MovementTypes
        title="Tipos de ingreso y egreso"
        note="Lo que se elige al escribir uno. Los de la banca valen en todas las agencias y solo ella los cambia."
      />
    </Page>
  )
}

function Counting({ kept, onRead }: { kept: KeptConfig; onRead: () => void }) {
  const [edited, setEdited] = useState(() => editedOf(kept))
  const [from, setFrom] = useState(kept)
  const [fault, setFault] = useState('')
  const dirty = JSON.stringify(bodyOf(edited)) !== JSON.stringify(bodyOf(editedOf(from)))
  const saving = useAction(cashConfig.saveConfig, {
    invalidates: [cashConfig, cashRegisters],
    success: 'Configuración guardada',
    failure: false,
  })
  const take = (next: KeptConfig) => {
    setFrom(next)
    setEdited(editedOf(next))
    setFault('')
    saving.reset()
  }
  // What somebody else saved is shown at once where nothing would be lost.
  useEffect(() => {
    if (!dirty && kept.version !== from.version) take(kept)
  })
  const unsaved = useUnsaved(dirty, () => take(from))
  const save = async () => {
    const found = configFault(edited)
    setFault(found ?? '')
    if (found !== null) return
    const saved = await saving.run({ body: { version: from.version, currencies: bodyOf(edited) } })
    if (saved) take(saved)
  }
  const change = (next: EditedCurrency) => {
    setFault('')
    setEdited((before) => before.map((one) => (one.currency === next.currency ? next : one)))
  }
  const isOld = saving.problem?.code === 'changed_meanwhile'
  return (
    <Panel
      title="Con qué se cuenta"
      note="Vale desde el próximo conteo de todas sus taquillas; lo ya contado no cambia."
    >
      <div className="stack gap-md">
        {saving.problem && (
          <ProblemNote
            problem={saving.problem}
            {...(isOld && {
              action: (
                <Button
                  onClick={() => {
                    onRead()
                    take(kept)
                  }}
                >
                  Ver lo guardado
                </Button>
              ),
            })}
          />
        )}
        <div className="row stretch gap-lg" style={{ alignItems: 'start' }}>
          {edited.map((one) => (
            <OneCurrency key={one.currency} one={one} onChange={change} />
          ))}
        </div>
        <p role="alert" className="fault">
          {fault}
        </p>
        <div className="row gap-xs">
          <Button type="primary" loading={saving.pending} disabled={!dirty} onClick={() => void save()}>
            Guardar
          </Button>
          {dirty && <Button onClick={() => take(from)}>Descartar cambios</Button>}
        </div>
        {unsaved.dialog}
      </div>
    </Panel>
  )
}

const fields = cashConfig.saveConfig.body!.shape.currencies.element.shape

interface CurrencyProps {
  one: EditedCurrency
  onChange: (next: EditedCurrency) => void
}

function OneCurrency({ one, onChange }: CurrencyProps) {
  const { currency, denominations, offered } = one
  const id = useId()
  return (
    <fieldset className="stack gap-sm" style={{ flex: '1 1 300px', minWidth: 0, border: 0, margin: 0, padding: 0 }}>
      <legend className="large strong" style={{ padding: 0 }}>
        {currencyFacts[currency].name}
      </legend>
      <div
        role="group"
        aria-label={`Piezas en ${currencyFacts[currency].name.toLowerCase()}`}
        className="field stack gap-xs"
      >
        <span>{titleOf(fields.denominations)}</span>
        <div className="tiles gap-xs" style={{ ['--tile' as string]: '112px' }}>
          {offered.map((piece) => (
            <Checkbox
              key={piece}
              checked={denominations.includes(piece)}
              onChange={() => onChange(toggled(one, piece))}
            >
              {formatMoney(piece, currency, true)}
            </Checkbox>
          ))}
        </div>
        <NewPiece one={one} onChange={onChange} />
      </div>
      {(['float', 'tolerance'] as const).map((name) => (
        <div key={name} className="field stack gap-xxs">
          <label htmlFor={`${id}-${name}`}>{titleOf(fields[name])}</label>
          <MoneyInput
            id={`${id}-${name}`}
            currency={currency}
            value={one[name]}
            aria-describedby={`${id}-${name}-hint`}
            onChange={(value) => onChange({ ...one, [name]: value })}
          />
          <span id={`${id}-${name}-hint`} className="note">
            {looksOf(fields[name]).hint}
          </span>
        </div>
      ))}
    </fieldset>
  )
}

/** A coin or a bill that is not among the usual ones. */
function NewPiece({ one, onChange }: CurrencyProps) {
  const [piece, setPiece] = useState<string | null>(null)
  const [fault, setFault] = useState('')
  const addPiece = () => {
    const next = withPiece(one, piece)
    if ('fault' in next) return setFault(`${next.fault}.`)
    setFault('')
    setPiece(null)
    onChange(next)
  }
  return (
    <form
      className="stack gap-xxs"
      onSubmit={(event) => {
        event.preventDefault()
        addPiece()
      }}
    >
      <div className="line gap-xs">
        <div className="fill">
          <MoneyInput
            currency={one.currency}
            aria-label={`Otra pieza en ${currencyFacts[one.currency].name.toLowerCase()}`}
            placeholder="Otra pieza"
            value={piece}
            onChange={(value) => {
              setPiece(value)
              setFault('')
            }}
          />
        </div>
        <Button htmlType="submit">Agregar pieza</Button>
      </div>
      <p role="alert" className="fault">
        {fault}
      </p>
    </form>
  )
}
