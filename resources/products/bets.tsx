/** Tab *bets*: what a product offers and pays, its wildcards, and how a polla shares its income. */
import { Switch } from 'antd'
import { useMemo } from 'react'
import { placeNames } from '@contract/bets-configurations.ts'
import type { Product } from '@contract/products.ts'
import { MoneyInput } from '@/kit/form/money-input.tsx'
import { NumberInput } from '@/kit/form/number-input.tsx'
import type { PartEditing } from '@/kit/form/part-editing.ts'
import { Fault, PartFrame } from '@/kit/form/part-frame.tsx'
import { useConfirm } from '@/kit/page/confirm.tsx'
import { Panel } from '@/kit/page/panel.tsx'
import { BetsPolla } from './bets-polla.tsx'
import { BetsWildcards } from './bets-wildcards.tsx'
import { betNamesOf, betsLines, betsPartOf, betsSchema, payChanges, type BetNames, type BetsPart } from './bets-part.ts'
import { useProductPart } from './product-part.ts'
import './bets.css'

const bets = {
  name: 'bets',
  schema: betsSchema,
  partOf: betsPartOf,
  into: ({ settings, ...part }: BetsPart, now: Product) => ({ ...part, settings: { ...now.settings, ...settings } }),
}

export function ProductBets({ row }: { row: Product }) {
  const names = useMemo(() => betNamesOf(row), [row])
  const [ask, dialog] = useConfirm()
  const editing = useProductPart(row, bets)
  const save = () => {
    const effects = betsSchema.safeParse(editing.value).success ? payChanges(editing.base, editing.value, names) : []
    if (effects.length === 0) return void editing.save()
    ask({
      title: `Cambiar lo que paga ${row.name}`,
      text:
        'Vale para lo que se venda desde ahora. Lo ya vendido conserva el multiplicador con ' +
        'que se vendió, y lo que las agencias tengan propio no cambia.',
      effects,
      action: 'Guardar',
      run: async () => {
        await editing.save()
        return true
      },
    })
  }
  const polla = row.kind === 'polla'
  return (
    <PartFrame editing={editing} describe={(part) => betsLines(part, names)} onSave={save}>
      {polla && <BetsPolla row={row} editing={editing} />}
      <Offers editing={editing} names={names} polla={polla} />
      {!polla && <BetsWildcards editing={editing} names={names} />}
      {dialog}
    </PartFrame>
  )
}

function Offers({ editing, names, polla }: { editing: PartEditing<BetsPart>; names: BetNames; polla: boolean }) {
  const { value, set, faults } = editing
  const put = (index: number, part: Partial<BetsPart['offers'][number]>) =>
    set({ ...value, offers: value.offers.map((one, at) => (at === index ? { ...one, ...part } : one)) })
  const tripleta = value.offers.some((one) => one.enabled && names.get(one.bet_type_id)?.kind === 'tripleta')
  return (
    <Panel
      title={polla ? 'Venta' : 'Jugadas que ofrece'}
      note={
        !polla &&
        'El multiplicador es lo que paga cada unidad apostada. Cada agencia puede tener el suyo en su configuración de jugadas.'
      }
    >
      <ul className="plain-list lined">
        {value.offers.map((offer, index) => (
          <OfferRow
            key={offer.bet_type_id}
            offer={offer}
            name={polla ? 'Se vende en las taquillas' : (names.get(offer.bet_type_id)?.name ?? '')}
            plain={polla}
            fault={faultUnder(faults, `offers.${index}`)}
            onChange={(part) => put(index, part)}
          />
        ))}
      </ul>
      {tripleta && (
        <label className="offer row gap-xs">
          Una tripleta juega
          <NumberInput
            style={{ width: 130 }}
            aria-label="Sorteos de una tripleta"
            min={2}
            max={40}
            suffix="sorteos"
            value={value.settings.tripleta_draws}
            onChange={(next) => set({ ...value, settings: { ...value.settings, tripleta_draws: next ?? 2 } })}
          />
          seguidos, el suyo incluido
        </label>
      )}
    </Panel>
  )
}

/** The first fault at a path or below it. */
function faultUnder(faults: Readonly<Record<string, string>>, path: string): string | undefined {
  return Object.entries(faults).find(([at]) => at === path || at.startsWith(`${path}.`))?.[1]
}

interface OfferRowProps {
  offer: BetsPart['offers'][number]
  name: string
  /** A polla's prizes are its pots: there is nothing to multiply. */
  plain: boolean
  fault: string | undefined
  onChange: (part: Partial<BetsPart['offers'][number]>) => void
}

function OfferRow({ offer, name, plain, fault, onChange }: OfferRowProps) {
  const { place_multipliers } = offer
  return (
    <li className="offer row gap-sm" data-fault={fault !== undefined}>
      <Switch
        aria-label={plain ? name : `Ofrecer ${name}`}
        checked={offer.enabled}
        onChange={(enabled) => onChange({ enabled })}
      />
      <span className={`offer-name ${offer.enabled ? 'strong' : 'sorteo-muted'}`}>{name}</span>
      {!plain && (
        <span className="row gap-md">
          {place_multipliers ? (
            place_multipliers.map((one, place) => (
              <label key={placeNames[place]} className="stack note">
                {placeNames[place]}
                <MoneyInput
                  short
                  aria-label={`${placeNames[place]} de ${name}`}
                  value={one}
                  onChange={(next) =>
                    onChange({
                      place_multipliers: place_multipliers.map((was, at) => (at === place ? (next ?? '') : was)),
                    })
                  }
                />
              </label>
            ))
          ) : (
            <MoneyInput
              short
              aria-label={`Multiplicador de ${name}`}
              value={offer.multiplier}
              onChange={(next) => onChange({ multiplier: next ?? '' })}
            />
          )}
        </span>
      )}
      <Fault text={fault} />
    </li>
  )
}
