/** What the address of the counter holds: the face of its lower part, the open ticket, and the page of the office's. */
import { z } from 'zod'
import { id } from '@contract/endpoint.ts'
import { bySerial } from '@contract/tickets.ts'

export const faces = ['tablero', 'tickets', 'resultados', 'teclas'] as const
export type Face = (typeof faces)[number]
export const faceNames: Record<Face, string> = {
  tablero: 'Tablero',
  tickets: 'Tickets',
  resultados: 'Resultados',
  teclas: 'Cómo se escribe',
}

export const sellView = z.object({
  face: z.enum(faces).default('tablero'),
  ticket: bySerial.shape.serial.optional(),
  page: z.coerce.number().int().min(1).max(10_000).default(1),
})

/** For which of its offices an agency's administrator sells. */
export const officeView = z.object({ office: id.optional() })
