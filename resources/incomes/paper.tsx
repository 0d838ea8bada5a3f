/** The receipt of a movement on the paper of a counter, 80 mm wide, with the line where whoever gives or takes it signs. */
import { movementStates, type CashMovementRow } from '@contract/cash-movements.ts'
import { formatInstant } from '@contract/values/dates.ts'
import { formatMoney } from '@contract/values/money.ts'
import { printPaper } from '@/kit/counter/receipt/print-receipt.tsx'
import '@/kit/counter/receipt/receipt.css'

export interface MovementPaper {
  row: CashMovementRow
  /** Into the drawer, or out of it. */
  comesIn: boolean
  banca_name: string
  agency_name: string
  zone: string
}

/** `Ingreso`, `Entrega a Taquilla Dos`. */
export function movementTitle({ kind, pair_name }: CashMovementRow, comesIn: boolean): string {
  if (kind === 'transferencia' || kind === 'recarga')
    return `${kind === 'recarga' ? 'Recarga' : 'Entrega'} ${comesIn ? 'de' : 'a'} ${pair_name ?? ''}`.trim()
  return kind === 'ingreso' ? 'Ingreso' : 'Egreso'
}

/** The same with the number of its receipt. */
export function receiptName(row: CashMovementRow, comesIn: boolean): string {
  return `${movementTitle(row, comesIn)} n.º ${row.id}`
}

function Row({ name, value }: { name: string; value: string | null }) {
  if (value === null || value === '') return null
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  )
}

function MovementReceipt({ row, comesIn, banca_name, agency_name, zone }: MovementPaper) {
  const title = movementTitle(row, comesIn)
  return (
    <article className="receipt" aria-label={`Recibo ${row.id}`}>
      <header className="receipt-head">
        <strong className="receipt-banca">{banca_name}</strong>
        <span>{agency_name}</span>
        <span>{row.office_name}</span>
        <strong>{title}</strong>
      </header>
      <dl className="receipt-facts">
        <Row name="Recibo" value={String(row.id)} />
        <Row name="Fecha" value={formatInstant(row.created_at, zone)} />
        <Row name="Estado" value={movementStates[row.state].label} />
        <Row name="Tipo" value={row.type_name} />
        <Row name="Método" value={row.method_name} />
        <Row name="Referencia" value={row.reference} />
        <Row name="Cliente" value={row.client} />
        <Row name="Atendió" value={row.created_by} />
      </dl>
      {row.concept !== '' && <p className="receipt-group">{row.concept}</p>}
      <p className="receipt-total">
        <span>{comesIn ? 'Recibido' : 'Entregado'}</span>
        <strong>{formatMoney(row.amount, row.currency, true)}</strong>
      </p>
      <footer className="receipt-foot">
        <p style={{ marginTop: '12mm' }}>Firma ______________________</p>
      </footer>
    </article>
  )
}

export function printMovement(paper: MovementPaper): void {
  printPaper(receiptName(paper.row, paper.comesIn), <MovementReceipt {...paper} />)
}
