/** How a figure moved against a named period: icon and sign first, colour only repeats them. */
import { ArrowDownOutlined, ArrowUpOutlined, MinusOutlined } from '@ant-design/icons'
import type { Currency } from '@contract/values/currency.ts'
import { noBase } from '@contract/values/money.ts'
import { figureChange, withoutBase, type FigureKind } from './change-figures.ts'
import './chart.css'

export interface ChangeProps {
  /** Decimal strings. `null` now or before means that one of them has no value: no base either. */
  now: string | null
  before: string | null
  currency: Currency
  /** The period compared with, named: `ayer hasta 14:05`. */
  period?: string
  kind?: FigureKind
  /** Which way is good for the house; `none` for figures that are neither. */
  good?: 'up' | 'down' | 'none'
  /** For the column of a table: the difference under the percentage. */
  short?: boolean
}

const icons = { up: <ArrowUpOutlined />, down: <ArrowDownOutlined />, same: <MinusOutlined /> }
const words = { up: 'sube', down: 'baja', same: 'sin cambio' }

const tones = { same: 'sorteo-muted', gain: 'good', loss: 'bad' }

/** A card has room for the first words. */
function WithoutBase() {
  const at = withoutBase.indexOf(' de ')
  return (
    <>
      {withoutBase.slice(0, at)}
      <span className="sorteo-unseen">{withoutBase.slice(at)}</span>
    </>
  )
}

export function Change({ now, before, currency, period, kind = 'money', good = 'up', short = false }: ChangeProps) {
  if (now === null || before === null)
    return <span className="small sorteo-muted">{short ? '—' : <WithoutBase />}</span>
  const change = figureChange(now, before, kind, currency)
  const tone = change.direction === 'same' || good === 'none' ? 'same' : change.direction === good ? 'gain' : 'loss'
  const against = period === undefined ? '' : ` contra ${period}`
  const hint = `${words[change.direction]} ${change.percent ?? withoutBase}, ${change.absolute}${against}`
  const moved = (
    <span className={`line inline baseline gap-xxs small sorteo-figures nowrap ${tones[tone]}`} title={hint}>
      <span className="change-icon" aria-hidden="true">
        {icons[change.direction]}
      </span>
      <span className="sorteo-unseen">{words[change.direction]} </span>
      <span className="strong">{change.percent ?? (short ? noBase : <WithoutBase />)}</span>
      {!short && <span className="sorteo-muted">{change.absolute}</span>}
    </span>
  )
  if (!short) return moved
  return (
    <span className="change-short">
      {moved}
      <span className="small sorteo-figures nowrap sorteo-muted">{change.absolute}</span>
    </span>
  )
}
