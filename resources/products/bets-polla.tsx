/** A polla: what it costs, which draws it counts, and how its income is shared, with the sum as it is written. */
import { CheckCircleFilled, ExclamationCircleFilled } from '@ant-design/icons'
import { Button, Input } from 'antd'
import { products, type PollaSettings, type Product } from '@contract/products.ts'
import { currencyFacts } from '@contract/values/currency.ts'
import { formatAmount, formatDecimal } from '@contract/values/money.ts'
import { useCall } from '@providers/queries.ts'
import { useSession } from '@providers/session.ts'
import { Select } from '@/kit/form/select.tsx'
import { EmptyState } from '@/kit/page/empty.tsx'
import { MoneyInput } from '@/kit/form/money-input.tsx'
import { NumberInput } from '@/kit/form/number-input.tsx'
import type { PartEditing } from '@/kit/form/part-editing.ts'
import { Fault } from '@/kit/form/part-frame.tsx'
import { Panel } from '@/kit/page/panel.tsx'
import '@/kit/chart/chart.css'
import { newPolla, sharesOfHundred, potSplit, type BetsPart } from './bets-part.ts'

interface BetsPollaProps {
  row: Product
  editing: PartEditing<BetsPart>
}

export function BetsPolla({ row, editing }: BetsPollaProps) {
  const { value, set, faults } = editing
  const { polla } = value.settings
  const put = (part: Partial<PollaSettings>) =>
    set({ ...value, settings: { ...value.settings, polla: { ...(polla ?? newPolla), ...part } } })
  if (!polla) {
    return (
      <Panel label="Precio y reparto">
        <EmptyState
          title="Falta el precio y el reparto"
          text="Diga cuánto cuesta la polla, qué sorteos cuenta y cómo se reparte lo vendido."
          action={
            <Button type="primary" onClick={() => put({})}>
              Configurar la polla
            </Button>
          }
        />
        <div data-fault={faults['settings.polla'] !== undefined}>
          <Fault text={faults['settings.polla']} />
        </div>
      </Panel>
    )
  }
  return (
    <>
      <Play row={row} polla={polla} faults={faults} put={put} />
      <SplitPanel polla={polla} faults={faults} put={put} />
    </>
  )
}

interface PanelProps {
  polla: PollaSettings
  faults: Readonly<Record<string, string>>
  put: (part: Partial<PollaSettings>) => void
}

/** Which game it is: symbols, price, draws. */
function Play({ row, polla, faults, put }: PanelProps & { row: Product }) {
  const { currencies } = useSession()
  const sources = useCall(products.list, { query: { kind: 'animalitos', per_page: 100, sort: 'position' } })
  const below = (path: string) => Object.entries(faults).find(([at]) => at.startsWith(`settings.polla.${path}`))?.[1]
  return (
    <Panel title="La jugada">
      <div className="tiles gap-md">
        <label className="stack gap-xxs" data-fault={below('symbols') !== undefined}>
          Símbolos por jugada
          <NumberInput
            className="full"
            aria-label="Símbolos por jugada"
            min={2}
            max={12}
            value={polla.symbols}
            onChange={(next) => put({ symbols: next ?? 2 })}
          />
          <Fault text={below('symbols')} />
        </label>
        {currencies.map((currency) => (
          <label key={currency} className="stack gap-xxs" data-fault={below(`price.${currency}`) !== undefined}>
            Precio en {currencyFacts[currency].name}
            <MoneyInput
              currency={currency}
              aria-label={`Precio en ${currencyFacts[currency].name}`}
              placeholder="No se vende"
              value={polla.price[currency] ?? null}
              onChange={(next) =>
                put({
                  price:
                    next === null
                      ? Object.fromEntries(Object.entries(polla.price).filter(([code]) => code !== currency))
                      : { ...polla.price, [currency]: next },
                })
              }
            />
            <Fault text={below(`price.${currency}`)} />
          </label>
        ))}
        <label className="stack whole gap-xxs" data-fault={below('source_products') !== undefined}>
          Sorteos que cuentan
          <Select
            mode="multiple"
            aria-label="Productos cuyos sorteos cuentan"
            placeholder="Elija productos de animalitos"
            loading={sources.isPending}
            value={polla.source_products}
            options={(sources.data?.data ?? [])
              .filter((one) => one.id !== row.id)
              .map((one) => ({ value: one.id, label: one.name }))}
            onChange={(source_products) => put({ source_products })}
          />
          <Fault text={below('source_products')} />
        </label>
      </div>
      <Fault text={faults['settings.polla.price']} />
    </Panel>
  )
}

const pots = [
  ['first_percent', 'Primer pote'],
  ['second_percent', 'Segundo pote'],
  ['weekly_percent', 'Pote semanal'],
] as const

/** The three pots, and what is left. */
const shareColors = ['--ant-color-primary', '--ant-color-info', '--ant-color-warning', '--ant-color-border'].map(
  (name) => `var(${name})`,
)

function SplitPanel({ polla, faults, put }: PanelProps) {
  const { sum, exact } = potSplit(polla)
  const shares = sharesOfHundred(polla)
  return (
    <Panel title="El reparto">
      <div className="tiles gap-md">
        <PercentField
          label="Para premios, % de lo vendido"
          value={polla.prize_percent}
          fault={faults['settings.polla.prize_percent']}
          onChange={(prize_percent) => put({ prize_percent })}
        />
        {pots.map(([field, label]) => (
          <PercentField
            key={field}
            label={`${label}, % de los premios`}
            value={polla[field]}
            fault={faults[`settings.polla.${field}`]}
            onChange={(next) => put({ [field]: next })}
          />
        ))}
      </div>
      <p className={`polla-sum row gap-xs ${exact ? 'good' : 'bad'}`} role="status">
        {exact ? <CheckCircleFilled aria-hidden="true" /> : <ExclamationCircleFilled aria-hidden="true" />}
        {sum === null
          ? 'Escriba los tres porcentajes.'
          : exact
            ? 'Los potes suman 100 %.'
            : `Los potes suman ${formatDecimal(sum)} %: deben sumar 100 %.`}
      </p>
      {shares && exact && (
        <>
          <div className="polla-bar line" aria-hidden="true">
            {shares.map((share, place) => (
              <span key={share.name} style={{ width: `${share.amount}%`, background: shareColors[place] }} />
            ))}
          </div>
          <p className="sorteo-muted">De cada 100,00 vendidos:</p>
          <dl className="row gap-lg">
            {shares.map((share, place) => (
              <div key={share.name} className="line gap-xs">
                <dt>
                  <span
                    className="chart-swatch chart-swatch-column"
                    style={{ color: shareColors[place] }}
                    aria-hidden="true"
                  />
                  {share.name}
                </dt>
                <dd className="strong sorteo-figures">{formatAmount(share.amount)}</dd>
              </div>
            ))}
          </dl>
        </>
      )}
    </Panel>
  )
}

interface PercentFieldProps {
  label: string
  value: string
  fault: string | undefined
  onChange: (value: string) => void
}

/** A percentage with up to four decimals, written with a comma. */
function PercentField({ label, value, fault, onChange }: PercentFieldProps) {
  return (
    <label className="stack gap-xxs" data-fault={fault !== undefined}>
      {label}
      <Input
        aria-label={label}
        inputMode="decimal"
        autoComplete="off"
        suffix="%"
        maxLength={8}
        value={value.replace('.', ',')}
        onChange={(event) => onChange(event.target.value.trim().replace(',', '.'))}
        aria-invalid={fault !== undefined}
        {...(fault && { status: 'error' as const })}
      />
      <Fault text={fault} />
    </label>
  )
}
