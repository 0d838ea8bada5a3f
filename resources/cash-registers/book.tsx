/** What stands behind a register: per currency what it opened with, what came and went, and what was counted; handovers and words. */
import type { RegisterDetail, RegisterLine } from '@contract/cash-registers.ts'
import { spans } from '@contract/cash-registers.ts'
import { countOf, type CashSum } from '@contract/cash-counts.ts'
import { wordOf } from '@contract/field.ts'
import { entryKind } from '@contract/ledger-entries.ts'
import { currencyFacts } from '@contract/values/currency.ts'
import { formatInstant } from '@contract/values/dates.ts'
import { compare, formatCount } from '@contract/values/money.ts'
import { useSession } from '@providers/session.ts'
import { CounterFigure } from '@/kit/counter/figure.tsx'
import { FigureTable } from '@/kit/table/figure-table.tsx'
import { Money } from '@/kit/values/money.tsx'
import { gapText, pieceName } from './counting.ts'

/** `Venta, antes de abrir`, `Ingreso (Pago móvil)`: what came or went, when beside the register's own day, and by what. */
export function lineName({ kind, span, method_name }: RegisterLine): string {
  const when = span === 'turno' ? '' : `, ${spans[span].toLowerCase()}`
  return `${wordOf(entryKind, kind)}${when}${method_name === null ? '' : ` (${method_name})`}`
}

/** A difference in words, with its colour: what is missing is told apart from what is too much. */
export function Gap({ value, currency }: { value: string; currency: CashSum['currency'] }) {
  const tone = { '-1': 'bad', 0: 'good', 1: 'warns' }[String(compare(value, '0'))]
  return <span className={`nowrap ${tone}`}>{gapText(value, currency)}</span>
}

/** What a drawer should hold and does, to be read from across a counter. */
export function SumFigures({ sum: { currency, opening, expected, counted, difference } }: { sum: CashSum }) {
  return (
    <dl className="facts" data-layout="figures">
      <CounterFigure label="Apertura" value={opening} currency={currency} />
      <CounterFigure label="Esperado" value={expected} currency={currency} />
      {counted !== null && <CounterFigure label="Contado" value={counted} currency={currency} />}
      {difference !== null && (
        <div data-main>
          <dt>Diferencia</dt>
          <dd>
            <Gap value={difference} currency={currency} />
          </dd>
        </div>
      )}
    </dl>
  )
}

interface Step {
  key: string
  name: string
  n: number | null
  amount: string
}

/** From what it opened with to what it should hold. */
export function Lines({ lines, sum }: { lines: readonly RegisterLine[]; sum: CashSum }) {
  const { currency } = sum
  const steps: Step[] = [
    { key: 'apertura', name: 'Apertura', n: null, amount: sum.opening },
    ...lines
      .filter((line) => line.currency === currency)
      .map((line) => ({
        key: [line.kind, line.span, line.method_id].join(),
        name: lineName(line),
        n: line.n,
        amount: line.amount,
      })),
    { key: 'esperado', name: 'Esperado', n: null, amount: sum.expected },
  ]
  return (
    <FigureTable
      whole
      caption="De qué viene lo esperado"
      rows={steps}
      rowKey={({ key }) => key}
      columns={[
        {
          title: 'Concepto',
          text: true,
          wraps: true,
          render: ({ name, n }) => (n === null ? <strong>{name}</strong> : name),
        },
        { title: 'Veces', render: ({ n }) => (n === null ? '' : formatCount(n)) },
        { title: 'Monto', render: ({ amount }) => <Money value={amount} currency={currency} clear /> },
      ]}
    />
  )
}

/** What was counted, piece by piece. */
function Counted({ counts, currency }: { counts: RegisterDetail['counts']; currency: CashSum['currency'] }) {
  const own = counts.filter((one) => one.currency === currency)
  if (own.length === 0)
    return <p className="sorteo-muted">No se contó nada en {currencyFacts[currency].name.toLowerCase()}.</p>
  return (
    <FigureTable
      whole
      caption="Conteo"
      rows={own}
      rowKey={({ method_id, denomination }) => `${method_id}:${denomination}`}
      columns={[
        {
          title: 'Pieza o método',
          text: true,
          wraps: true,
          render: ({ method_id, method_name, denomination }) =>
            method_id === null ? pieceName(denomination, currency) : (method_name ?? 'Otro método'),
        },
        { title: 'Piezas', render: ({ method_id, pieces }) => (method_id === null ? formatCount(pieces) : '') },
        { title: 'Monto', render: (one) => <Money value={countOf(one)} currency={currency} clear /> },
      ]}
    />
  )
}

/** Who passed the drawer on the same day, with what it held then. */
export function Handovers({ handovers }: Pick<RegisterDetail, 'handovers'>) {
  const { zone } = useSession()
  if (handovers.length === 0) return null
  return (
    <section className="stack gap-xxs" aria-label="Entregas de turno">
      <p className="strong small">Entregas de turno</p>
      <ul className="plain-list lined">
        {handovers.map(({ id, at, signed_by, notes, sums }) => (
          <li key={id} className="stack gap-xxs" style={{ paddingBlock: 6 }}>
            <span>{[formatInstant(at, zone), signed_by].filter(Boolean).join(', ')}</span>
            {sums
              .filter(({ counted, expected }) => compare(counted!, '0') !== 0 || compare(expected, '0') !== 0)
              .map(({ currency, counted, difference }) => (
                <span key={currency} className="row gap-sm">
                  <Money value={counted} currency={currency} clear />
                  <Gap value={difference!} currency={currency} />
                </span>
              ))}
            {notes !== '' && <span className="sorteo-muted">{notes}</span>}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** All of it, for whoever looks at one that is closed or decides on it. */
export function RegisterBook({ register, only }: { register: RegisterDetail; only?: CashSum['currency'] }) {
  const { sums, lines, counts, handovers, observation, refusal, state } = register
  const shown = sums.filter(
    ({ currency, opening, expected, counted }) =>
      (only === undefined || currency === only) &&
      // A currency that the drawer never held is not told.
      (currency === only || [opening, expected, counted ?? '0'].some((of) => compare(of, '0') !== 0)),
  )
  return (
    <div className="stack gap-md">
      {observation !== '' && (
        <p>
          <strong>Observación:</strong> {observation}
        </p>
      )}
      {state === 'devuelta' && refusal !== null && (
        <p className="bad">
          <strong>Devuelta por:</strong> {refusal}
        </p>
      )}
      {shown.length === 0 && <p className="sorteo-muted">La caja no tiene nada: ni abrió con dinero ni lo movió.</p>}
      {shown.map((sum) => (
        <section key={sum.currency} className="stack gap-sm" aria-label={currencyFacts[sum.currency].name}>
          <SumFigures sum={sum} />
          <Lines lines={lines} sum={sum} />
          {state !== 'abierta' && <Counted counts={counts} currency={sum.currency} />}
        </section>
      ))}
      <Handovers handovers={handovers} />
    </div>
  )
}
