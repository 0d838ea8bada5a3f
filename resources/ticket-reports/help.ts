/** What the consultation of tickets and the prizes say of themselves. */
import type { Help } from '@/kit/page/help.tsx'

export const ticketConsultHelp = {
  about:
    'Los tickets vendidos, uno por uno, y lo jugado en cada sorteo con sus números. Se busca por serial, cliente, sorteo o filtros.',
  jobs: [
    ['Serial', 'Escriba el serial o lea el QR del recibo para abrir el ticket.'],
    ['Sorteo', 'Elija día, producto y hora: lo jugado, número por número, con su cupo.'],
    ['Devolución', 'Los tickets con dinero por devolver: ábralos y pulse Devolver.'],
    [
      'Aprobación del pago',
      'Los premios grandes que esperan que alguien de la banca los apruebe. Se rechazan con un motivo y, la banca, una imagen.',
    ],
  ],
  terms: [
    ['Venta que cuenta', 'Lo del ticket que es venta: sin jugadas anuladas ni devueltas.'],
    ['Premio', 'Lo ganado por sus jugadas hasta ahora; puede faltar un sorteo.'],
    ['Vence', 'Último día para cobrar. Después el premio vuelve a la banca.'],
    ['Por devolver', 'De jugadas devueltas o anuladas, lo que falta entregar a quien tiene el recibo.'],
    ['Estado', 'Vendido mientras espera; ganador, pagado, perdedor, anulado, devuelto o vencido después.'],
  ],
  refusals: ['ticket_already_paid', 'annul_result_known'],
} satisfies Help

export const detailedPrizeHelp = {
  about: 'Cada premio con su ticket, su sorteo y dónde se cobró. Cuenta el día del sorteo.',
  jobs: [
    ['Estado', 'Deje solo los que falta cobrar, los cobrados o los vencidos.'],
    ['Sorteo', 'Los premios de un solo sorteo.'],
  ],
  terms: [
    ['Jugado', 'Lo apostado en la jugada que ganó.'],
    ['Premio', 'Lo jugado por el multiplicador que quedó fijo al vender.'],
    ['Pagado en', 'La taquilla que lo pagó, que puede ser otra si la banca lo permite.'],
    ['Pagado a', 'El cliente que lo cobró, si dio su documento: se busca por nombre o documento.'],
    ['Vence', 'Último día para cobrarlo.'],
  ],
  refusals: ['range_too_long', 'range_backwards'],
} satisfies Help
