/** What is refused at the counter: of a sale, and of a ticket that was sold. */
import type { ProblemKind } from './own-problems.ts'

export const saleProblems = {
  office_inactive: {
    status: 422,
    title: 'Taquilla inactiva',
    detail: 'La taquilla o un ascendiente suyo está inactivo.',
  },
  device_not_bound: {
    status: 422,
    title: 'Equipo no autorizado',
    detail: 'Esta taquilla está vinculada a otro equipo.',
  },
  ticket_empty: { status: 422, title: 'Ticket vacío', detail: 'El ticket no tiene jugadas.' },
  ticket_too_long: {
    status: 422,
    title: 'Demasiadas jugadas',
    detail: 'El ticket supera la cantidad de jugadas permitida.',
  },
  ticket_too_large: {
    status: 422,
    title: 'Ticket por encima del máximo',
    detail: 'El total del ticket supera el máximo permitido.',
  },
  prepaid_short: {
    status: 422,
    title: 'Sin disponible para vender',
    detail: 'La agencia es prepago y no le queda disponible para este ticket.',
  },
  ticket_repeated: {
    status: 409,
    title: 'Ticket repetido',
    detail: 'Hace menos de 3 minutos se vendió un ticket igual. Confirme para venderlo de nuevo.',
  },
  currency_not_sold: { status: 422, title: 'Moneda no habilitada', detail: 'La taquilla no vende en esa moneda.' },
  number_invalid: {
    status: 422,
    title: 'Número no válido',
    detail: 'El número no es válido para este tipo de jugada.',
  },
  bet_type_not_offered: {
    status: 422,
    title: 'Jugada no disponible',
    detail: 'El producto no ofrece ese tipo de jugada.',
  },
  product_not_sold: { status: 422, title: 'Producto no habilitado', detail: 'La taquilla no vende ese producto.' },
  stake_too_small: {
    status: 422,
    title: 'Monto por debajo del mínimo',
    detail: 'El monto es menor que el mínimo permitido.',
  },
  stake_without_cents: {
    status: 422,
    title: 'Monto con céntimos',
    detail: 'En esa moneda no se juegan céntimos.',
  },
  stake_too_large: {
    status: 422,
    title: 'Monto por encima del máximo',
    detail: 'El monto supera el máximo permitido.',
  },
  draw_closed: { status: 422, title: 'Sorteo cerrado', detail: 'El sorteo ya no recibe jugadas.' },
  draw_not_open: { status: 422, title: 'Sorteo sin abrir', detail: 'El sorteo todavía no recibe jugadas.' },
  draw_unknown: { status: 422, title: 'Sorteo desconocido', detail: 'El sorteo no existe.' },
  number_blocked: { status: 422, title: 'Número bloqueado', detail: 'El número está bloqueado para este sorteo.' },
  quota_exceeded: { status: 422, title: 'Cupo agotado', detail: 'El monto supera el cupo disponible.' },
  sale_refused: { status: 422, title: 'Venta rechazada', detail: 'Algunas jugadas no se pueden vender.' },

  ticket_wrong_code: { status: 422, title: 'Código incorrecto', detail: 'El código del ticket no es correcto.' },
  ticket_annulled: { status: 409, title: 'Ticket anulado', detail: 'El ticket está anulado.' },
  ticket_already_paid: { status: 409, title: 'Ticket ya pagado', detail: 'El premio de este ticket ya se pagó.' },
  ticket_not_winner: { status: 422, title: 'Ticket sin premio', detail: 'El ticket no tiene premio por pagar.' },
  ticket_pending: { status: 422, title: 'Sorteos pendientes', detail: 'El ticket aún tiene sorteos sin resultado.' },
  ticket_expired: { status: 422, title: 'Ticket vencido', detail: 'El plazo para cobrar este ticket terminó.' },
  ticket_returned: { status: 409, title: 'Ticket devuelto', detail: 'El ticket fue devuelto.' },
  refund_none: { status: 409, title: 'Nada por devolver', detail: 'De este ticket no hay dinero por devolver.' },
  refund_expired: {
    status: 422,
    title: 'Devolución vencida',
    detail: 'El plazo para devolver el dinero de este ticket terminó.',
  },
  ticket_other_office: {
    status: 422,
    title: 'Otra agencia',
    detail: 'El ticket solo se paga en la agencia que lo vendió.',
  },
  pay_needs_approval: {
    status: 409,
    title: 'Espera aprobación',
    detail: 'El pago espera la aprobación del padre de la agencia.',
  },
  pay_rejected: { status: 409, title: 'Pago rechazado', detail: 'El padre de la agencia rechazó este pago.' },
  approval_decided: { status: 409, title: 'Ya decidido', detail: 'Otra persona ya decidió este pago.' },
  annul_result_known: {
    status: 422,
    title: 'Sorteo con resultado',
    detail: 'Un sorteo del ticket ya tiene resultado; no se puede anular.',
  },
  tripleta_draws_missing: {
    status: 422,
    title: 'Faltan sorteos',
    detail: 'No hay suficientes sorteos por delante para esta tripleta.',
  },
  annul_window_over: {
    status: 422,
    title: 'Plazo de anulación vencido',
    detail: 'Ya pasó el tiempo permitido para anular este ticket.',
  },
  annul_draw_closed: {
    status: 422,
    title: 'Sorteo cerrado',
    detail: 'Un sorteo del ticket ya cerró; no se puede anular.',
  },
} as const satisfies Record<string, ProblemKind>
