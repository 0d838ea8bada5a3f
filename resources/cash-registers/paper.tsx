/** A register on the paper of a counter, 80 mm wide: what it opened with, what came and went, what was counted, who and when. */
import type { RegisterDetail } from '@contract/cash-registers.ts'
import { registerStates } from '@contract/cash-registers.ts'
import { countOf, type CashSum, type Count } from '@contract/cash-counts.ts'
import { currencyFacts } from '@contract/values/currency.ts'
import { formatDay, formatInstant } from '@contract/values/dates.ts'
import { compare, formatMoney } from '@contract/values/money.ts'
import { printPaper } from '@/kit/counter/receipt/print-receipt.tsx'
import '@/kit/counter/receipt/receipt.css'
import { lineName } from './book.tsx'
import { gapText, pieceName } from './counting.ts'

export interface PaperProps {
  register: RegisterDetail
  /** As they stand: of an open one against what is typed. */
  sums: readonly CashSum[]
  counts: readonly Count[]
  banca_name: string
  zone: string
  printed_at: string
}

function Row({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  )
}

function CurrencyPart({ register, sum, counts }: Pick<PaperProps, 'register' | 'counts'> & { sum: CashSum }) {
  const { currency } = sum
  const money = (value: string) => formatMoney(value, currency, true)
  const names = new Map(register.counts.map(({ method_id, method_name }) => [method_id, method_name]))
  return (
    <section className="receipt-group">
      <p className="receipt-draw">
        <strong>{currencyFacts[currency].name}</strong>
      </p>
      <dl className="receipt-facts" style={{ border: 0, padding: 0 }}>
        <Row name="Apertura" value={money(sum.opening)} />
        {register.lines
          .filter((line) => line.currency === currency)
          .map((line) => (
            <Row
              key={`${line.kind}:${line.span}:${line.method_id}`}
              name={`${lineName(line)} (${line.n})`}
              value={money(line.amount)}
            />
          ))}
        <Row name="Esperado" value={money(sum.expected)} />
        {counts
          .filter((one) => one.currency === currency)
          .map((one) => (
            <Row
              key={`${one.method_id}:${one.denomination}`}
              name={
                one.method_id === null
                  ? `${one.pieces} × ${pieceName(one.denomination, currency)}`
                  : (names.get(one.method_id) ?? 'Otro método')
              }
              value={money(countOf(one))}
            />
          ))}
        <Row name="Contado" value={sum.counted === null ? '—' : money(sum.counted)} />
      </dl>
      {sum.difference !== null && (
        <p className="receipt-total">
          <span>Diferencia</span>
          <strong>{gapText(sum.difference, currency)}</strong>
        </p>
      )}
    </section>
  )
}

function RegisterPaper({ register, sums, counts, banca_name, zone, printed_at }: PaperProps) {
  const { agency_name, office_name, day, state, opened_by, opened_at, sent_by, sent_at, observation } = register
  const told = sums.filter(({ opening, expected, counted }) =>
    [opening, expected, counted ?? '0'].some((of) => compare(of, '0') !== 0),
  )
  const at = (when: string, by: string | null) => [formatInstant(when, zone), by].filter(Boolean).join(', ')
  return (
    <article className="receipt" aria-label={`Cuadre de caja de ${office_name}`}>
      <header className="receipt-head">
        <strong className="receipt-banca">{banca_name}</strong>
        <span>{agency_name}</span>
        <span>{office_name}</span>
        <strong>Cuadre de caja del {formatDay(day)}</strong>
      </header>
      <dl className="receipt-facts">
        <Row name="Estado" value={registerStates[state].label} />
        <Row name="Abierta" value={at(opened_at, opened_by)} />
        {sent_at !== null && <Row name="Enviada" value={at(sent_at, sent_by)} />}
        <Row name="Impreso" value={formatInstant(printed_at, zone)} />
      </dl>
      {told.map((sum) => (
        <CurrencyPart key={sum.currency} register={register} sum={sum} counts={counts} />
      ))}
      {observation !== '' && <p className="receipt-group">Observación: {observation}</p>}
      <footer className="receipt-foot">
        <p style={{ marginTop: '10mm' }}>Firma ______________________</p>
      </footer>
    </article>
  )
}

/** Prints it once, on a sheet as long as what is on it. */
export function printRegister(props: PaperProps): void {
  printPaper(`Caja ${props.register.office_name} ${props.register.day}`, <RegisterPaper {...props} />)
}
