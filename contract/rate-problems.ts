/** What is refused of exchange rates. */
import type { ProblemKind } from './own-problems.ts'

export const rateProblems = {
  rate_past: {
    status: 422,
    title: 'Ya pasó',
    detail: 'Una tasa rige desde ahora o más adelante: lo vendido antes conserva la suya.',
  },
  rate_far: { status: 422, title: 'Demasiado lejos', detail: 'Una tasa se programa para los próximos 60 días.' },
  rate_taken: { status: 409, title: 'Ya hay una', detail: 'Desde ese instante ya rige otra tasa del mismo tipo.' },
  rate_unusual: {
    status: 422,
    title: 'Un cambio fuera de lo común',
    detail: 'La tasa está muy lejos de la vigente. Confirme que es esa.',
  },
  rate_in_force: { status: 409, title: 'Ya rige', detail: 'Una tasa que ya rigió no se retira: ponga otra.' },
} as const satisfies Record<string, ProblemKind>
