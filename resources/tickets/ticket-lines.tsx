/** The lines of a ticket, each with its draw, what came out and what it won; a bet over several draws shows how far it is. */
import { formatInstant, inZone } from '@contract/values/dates.ts'
import { multiplierText, type TicketView } from '@contract/tickets.ts'
import { isZero } from '@contract/values/money.ts'
import { Money } from '@/kit/values/money.tsx'
import { LineStateTag } from './ticket-tags.tsx'

type Line = TicketView['lines'][number]

export interface TicketLinesProps {
  ticket: Pick<TicketView, 'lines' | 'currency'>
  /** The banca's: hours are read there. */
  zone: string
}

export function TicketLines({ ticket, zone }: TicketLinesProps) {
  return (
    <ul className="lined plain-list">
      {ticket.lines.map((line, index) => (
        // Lines have no name of their own and never change places.
        // oxlint-disable-next-line react/no-array-index-key
        <li key={index} className={`ticket-line row stretch gap-md ticket-line-${line.state}`}>
          <div className="grow">
            <p>
              <strong className="large sorteo-figures">{line.number}</strong> {line.symbol_names.join(' · ')}
            </p>
            <p className="sorteo-muted">
              {line.product_name} · {line.bet_type_name}
            </p>
            <p className="sorteo-muted">{whenOf(line, zone)}</p>
            {line.draws > 1 && <Progress line={line} />}
            {line.result !== null && (
              <p>
                Resultado: <strong>{line.result}</strong>
              </p>
            )}
          </div>
          <div className="ticket-line-sums push">
            <p>
              <Money value={line.stake} currency={ticket.currency} clear />{' '}
              <span className="sorteo-muted">× {multiplierText(line.multiplier)}</span>
            </p>
            {!isZero(line.prize) && (
              <p className="strong good">
                Premio <Money value={line.prize} currency={ticket.currency} clear />
              </p>
            )}
            <LineStateTag state={line.state} />
          </div>
        </li>
      ))}
    </ul>
  )
}

function whenOf({ scheduled_at, last_at }: Line, zone: string): string {
  const first = formatInstant(scheduled_at, zone)
  if (last_at === null || last_at === scheduled_at) return `Sorteo del ${first}`
  const [start, end] = [inZone(new Date(scheduled_at), zone), inZone(new Date(last_at), zone)]
  return `Sorteos del ${first} al ${start.day === end.day ? end.time.slice(0, 5) : formatInstant(last_at, zone)}`
}

function Progress({ line }: { line: Line }) {
  return (
    <p className="line gap-xs small">
      <span className="ticket-progress track informs" aria-hidden="true">
        <span style={{ width: `${Math.round((line.draws_done / line.draws) * 100)}%` }} />
      </span>
      {line.draws_done} de {line.draws} sorteos con resultado
    </p>
  )
}
