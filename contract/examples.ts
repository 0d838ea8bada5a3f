/** Bodies and answers of the calls that a terminal lives on, as they travel. A test reads each through its schema. */
import type { z } from 'zod'
import { rules } from './access/rules.ts'
import type { CallName } from './index.ts'
import type { sessionUser } from './session.ts'
import type { ticketSale, TicketView } from './tickets.ts'

interface Example {
  body?: unknown
  answer: unknown
}

const user: z.input<typeof sessionUser> = {
  id: 7,
  username: 'taquilla',
  name: 'Rosa Pérez',
  role: rules.anyCounter.roles[0],
  manage_childs: false,
  awarding_results: false,
  country_iso2: 'VE',
  currency: 'BS',
  partner_id: 31,
  partner_name: 'Taquilla 1',
  partner_type: 'taquilla',
  database: 'principal',
  banca_logo: null,
  disabled_screens: [],
  banca_name: 'Banca Central',
  zone: 'America/Caracas',
  currencies: ['BS', 'USD'],
  password_must_change: false,
  cross_db: false,
  many_bancas: false,
  home: null,
  server_time: '2026-11-20T17:04:58.120Z',
}
const token = 'principal.9oVh0bqV1n3yQ2sVb2m3m0Jt4cB7m1xJw5rW8kq2c0E'

const sale: z.input<typeof ticketSale> = {
  currency: 'BS',
  lines: [
    { draw_id: 90412, bet_type_id: 1, number: '07', stake: '50.00' },
    { draw_id: 90412, bet_type_id: 1, number: '23', stake: '20.00' },
  ],
}

const line: TicketView['lines'][number] = {
  draw_id: 90412,
  product_id: 1,
  product_name: 'Lotto Activo',
  scheduled_at: '2026-11-20T18:00:00.000Z',
  bet_type_id: 1,
  bet_type_name: 'Animalito',
  bet_kind: 'animalito',
  place: '',
  number: '07',
  symbol_names: ['Perico'],
  stake: '50.00',
  multiplier: '30.00',
  prize: '0.00',
  state: 'pendiente',
  last_at: null,
  draws: 1,
  draws_done: 0,
  result: null,
}
const ticket: TicketView = {
  id: '1840023',
  serial: '7K2M9QX4RT',
  state: 'vendido',
  currency: 'BS',
  total: '70.00',
  prize: '0.00',
  office_id: 31,
  office_name: 'Taquilla 1',
  agency_name: 'Agencia La Candelaria',
  seller_name: 'Rosa Pérez',
  sold_at: '2026-11-20T17:05:02.480Z',
  expires_on: '2026-11-23',
  annul_before: '2026-11-20T17:10:02.480Z',
  client: null,
  paid_to: null,
  paid_at: null,
  annulled_at: null,
  refund_due: '0.00',
  refund_until: null,
  refunded: '0.00',
  banca_name: 'Banca Central',
  reprints: 0,
  approval: null,
  lines: [line, { ...line, number: '23', symbol_names: ['Cebra'], stake: '20.00' }],
  actions: ['annul', 'reprint'],
}
const code = '4F7K9Q2M'
const drawn = { draws_done: 1, result: '07' } as const
const paid: TicketView = {
  ...ticket,
  state: 'pagado',
  prize: '1500.00',
  annul_before: null,
  paid_at: '2026-11-20T19:32:41.007Z',
  lines: [
    { ...ticket.lines[0]!, ...drawn, state: 'ganadora', prize: '1500.00' },
    { ...ticket.lines[1]!, ...drawn, state: 'perdedora' },
  ],
  actions: [],
}
const annulled: TicketView = {
  ...ticket,
  state: 'anulado',
  annul_before: null,
  annulled_at: '2026-11-20T17:06:30.915Z',
  refunded: '70.00',
  lines: ticket.lines.map((one) => ({ ...one, state: 'anulada' })),
  actions: [],
}
/** Its only draw was suspended, and its lines were given back. */
const refunded: TicketView = {
  ...ticket,
  state: 'devuelto',
  annul_before: null,
  refunded: '70.00',
  lines: ticket.lines.map((one) => ({ ...one, state: 'devuelta' })),
  actions: ['reprint'],
}

/** By the name of the call. */
export const callExamples: Partial<Record<CallName, Example>> = {
  'session.open': {
    body: { username: 'taquilla', password: 'una-clave-larga' },
    answer: { access_token: token, user },
  },
  'session.refresh': { answer: { access_token: token, user } },
  'tickets.sell': { body: sale, answer: { ...ticket, code } },
  'tickets.bySerial': { answer: ticket },
  'tickets.pay': { body: { code }, answer: paid },
  'tickets.refund': { body: { code }, answer: refunded },
  'tickets.annul': { body: { reason: 'El cliente se equivocó de número' }, answer: annulled },
  'tickets.reprint': { answer: { ...ticket, reprints: 1, code } },
}
