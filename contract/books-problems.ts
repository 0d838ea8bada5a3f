/** What is refused of the books: weeks that are not to be closed or reopened. */
import type { ProblemKind } from './own-problems.ts'

export const booksProblems = {
  week_running: { status: 409, title: 'La semana no terminó', detail: 'Una semana se cierra después de su domingo.' },
  week_closed: { status: 409, title: 'Semana cerrada', detail: 'La semana ya está cerrada.' },
  week_not_last: {
    status: 409,
    title: 'No es la última semana cerrada',
    detail: 'Solo se reabre la última semana cerrada de un afiliado. Reabra primero las que siguen.',
  },
  opening_there: {
    status: 409,
    title: 'Saldo inicial ya traído',
    detail: 'Un saldo inicial se trae una sola vez. Lo que le falte se corrige con un ajuste.',
  },
  week_first: {
    status: 409,
    title: 'Es el saldo inicial',
    detail: 'El saldo inicial no se reabre: lo que le falte se corrige con un ajuste.',
  },
  week_reopened: {
    status: 409,
    title: 'La semana se reabrió',
    detail: 'Ese cierre ya no vale: se responde al que lo reemplace.',
  },
  moved_already: {
    status: 409,
    title: 'Ya se decidió',
    detail: 'Otra persona lo hizo antes. Aquí está como quedó.',
  },
  payment_repeated: {
    status: 409,
    title: 'Pago repetido',
    detail: 'Ya se reportó uno con el mismo método, referencia y monto. Si es otro, dígalo.',
  },
  owes_nobody: {
    status: 422,
    title: 'No debe a nadie',
    detail: 'Solo las agencias y los distribuidores deben: una taquilla paga con su agencia.',
  },
  more_than_owed: {
    status: 422,
    title: 'Más de lo que se debe',
    detail: 'No se pasa más de lo que se le debe a ese acreedor en esa moneda.',
  },
  method_elsewhere: {
    status: 422,
    title: 'Método de otro',
    detail: 'Ese método no es de quien paga ni de quien recibe, o es de otra moneda.',
  },
  account_foreign: {
    status: 422,
    title: 'Cuenta de otro',
    detail: 'Esa cuenta no es de quien paga o recibe, o es de otra moneda.',
  },
  account_closed: { status: 409, title: 'Cuenta cerrada', detail: 'Esa cuenta está inactiva: no recibe ni da más.' },
  account_moved: {
    status: 409,
    title: 'Cuenta en uso',
    detail: 'La moneda de una cuenta que ya se usó no cambia: abra otra.',
  },
  needs_other: {
    status: 403,
    title: 'Lo decide otra persona',
    detail: 'Supera el monto desde el cual quien lo reportó no lo decide.',
  },
} as const satisfies Record<string, ProblemKind>
