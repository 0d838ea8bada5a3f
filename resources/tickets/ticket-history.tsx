/** Everything that happened to a ticket, oldest first. */
import { formatInstant } from '@contract/values/dates.ts'
import { Money } from '@/kit/values/money.tsx'
import { RefusalPicture } from './refusal-picture.tsx'
import type { TicketPartProps } from './ticket-head.tsx'

export function TicketHistory({ ticket, zone }: TicketPartProps) {
  return (
    <ol className="ticket-history lined plain-list">
      {ticket.history.map((event) => (
        <li key={`${event.at}:${event.kind}:${event.text}`}>
          <time className="sorteo-muted sorteo-figures" dateTime={event.at}>
            {formatInstant(event.at, zone)}
          </time>
          <div>
            <p>{event.text}</p>
            {event.by !== null && <p className="sorteo-muted">{event.by}</p>}
            {/* That of the refusal that stands is shown with it, above. */}
            {event.picture_id !== null && event.picture_id !== ticket.refusal_picture_id && (
              <RefusalPicture id={event.picture_id} />
            )}
          </div>
          {event.amount !== null && <Money value={event.amount} currency={ticket.currency} clear />}
        </li>
      ))}
    </ol>
  )
}
