/** What lies below the field: the board, or what is looked up there; and a ticket that was opened, in their place. */
import { Segmented } from 'antd'
import type { TicketView } from '@contract/tickets.ts'
import { Panel } from '@/kit/page/panel.tsx'
import { BoardFace, type BoardFaceProps } from './board-face.tsx'
import { KeysFace } from './keys-face.tsx'
import { OpenTicket } from './open-ticket.tsx'
import { ResultsFace } from './results-face.tsx'
import { TicketsFace } from './tickets-face.tsx'
import { faceNames, faces, type Face } from './view.ts'

export interface FacesProps extends BoardFaceProps {
  face: Face
  onFace: (face: Face) => void
  page: number
  onPage: (page: number) => void
  /** Named where whoever sells has several offices. */
  office_id: number | undefined
  ticket: { serial: string; code: string | undefined } | null
  onOpen: (serial: string) => void
  onClose: () => void
  onDone: () => void
  onRepeat: (ticket: TicketView) => void
}

const options = faces.map((value) => ({ value, label: faceNames[value] }))

export function Faces(props: FacesProps) {
  const { face, onFace, ticket, context, office_id, onClose, onDone, onRepeat } = props
  if (ticket)
    return (
      <Panel label={`Ticket ${ticket.serial}`}>
        <OpenTicket
          key={ticket.serial}
          serial={ticket.serial}
          code={ticket.code}
          office_id={office_id}
          onClose={onClose}
          onDone={onDone}
          onRepeat={onRepeat}
        />
      </Panel>
    )
  return (
    <Panel label={faceNames[face]} className="stack gap-sm">
      <div className="scrolls">
        <Segmented<Face> value={face} options={options} onChange={onFace} aria-label="Qué se ve debajo" />
      </div>
      {face === 'tablero' && <BoardFace {...props} />}
      {face === 'tickets' && (
        <TicketsFace
          office_id={context.catalogue.office.id}
          today={context.catalogue.today}
          page={props.page}
          onPage={props.onPage}
          onOpen={props.onOpen}
        />
      )}
      {face === 'resultados' && <ResultsFace context={context} />}
      {face === 'teclas' && <KeysFace />}
    </Panel>
  )
}
