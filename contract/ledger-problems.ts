/** The problems of entries that people write, and of the accounts they write them in. */
import type { ProblemKind } from './own-problems.ts'

export const ledgerProblems = {
  batch_unbalanced: {
    status: 422,
    title: 'El lote no cuadra',
    detail: 'En cada día y moneda, el debe y el haber tienen que sumar lo mismo. No se escribió nada.',
  },
  day_ahead: { status: 422, title: 'Día por venir', detail: 'No se asienta en un día que no ha llegado.' },
  day_behind: { status: 422, title: 'Día muy antiguo', detail: 'Ese día ya no admite asientos a mano.' },
  amount_decimals: { status: 422, title: 'Monto con céntimos', detail: 'En esa moneda no hay céntimos.' },
  not_your_side: {
    status: 403,
    title: 'No es de su lado',
    detail:
      'Nadie ajusta su propia deuda: lo que cambia la de otro sale de sus ajustes, y lo suyo lo ajusta quien está por encima.',
  },
  account_missing: {
    status: 422,
    title: 'Cuenta sin abrir',
    detail: 'El afiliado no tiene esa cuenta en esa moneda.',
  },
  account_elsewhere: {
    status: 422,
    title: 'Cuenta de otro tipo de afiliado',
    detail: 'Ese tipo de afiliado no lleva esa cuenta.',
  },
  account_open: { status: 409, title: 'Cuenta ya abierta', detail: 'El afiliado ya tiene esa cuenta en esa moneda.' },
} as const satisfies Record<string, ProblemKind>
