/** What is refused of drawers: registers that are not open, or not to be decided, and money that is not there. */
import type { ProblemKind } from './own-problems.ts'

export const cashProblems = {
  register_not_open: {
    status: 409,
    title: 'La caja no está abierta',
    detail: 'Abra la caja de hoy y repita la operación.',
  },
  register_open: {
    status: 409,
    title: 'Hay otra caja abierta',
    detail: 'Cuente y envíe la caja abierta antes de abrir otra.',
  },
  register_there: { status: 409, title: 'La caja de hoy ya se abrió', detail: 'Una taquilla tiene una caja por día.' },
  register_order: {
    status: 409,
    title: 'Falta una caja anterior',
    detail: 'Las cajas de una taquilla se aprueban en el orden de sus días.',
  },
  own_register: {
    status: 403,
    title: 'La decide otra persona',
    detail: 'Quien envió una caja no la aprueba.',
  },
  difference_untold: {
    status: 422,
    title: 'Falta la observación',
    detail: 'Diga a qué se debe la diferencia: pasa de lo que se tolera.',
  },
  fund_in_use: { status: 409, title: 'El fondo tiene dinero', detail: 'Saque lo que tiene antes de cerrarlo.' },
  fund_short: { status: 422, title: 'No alcanza', detail: 'En el fondo no hay tanto.' },
} as const satisfies Record<string, ProblemKind>
