/** What suspending draws says of itself. */
import type { Help } from '@/kit/page/help.tsx'

export default {
  about: 'Los sorteos que no se celebran. Suspender detiene la venta y decide qué pasa con lo vendido.',
  jobs: [
    [
      'Suspender un sorteo',
      'Elija el sorteo y si lo vendido se devuelve, se pasa a otro o se guarda. Enseña antes cuánto es.',
    ],
    ['Levantar', 'Vuelve a venderse si aún no cerró. Lo devuelto sigue devuelto.'],
  ],
  terms: [
    ['Qué se hizo', 'Lo que se decidió con lo vendido.'],
    ['Movidas al', 'El sorteo que recibió las jugadas. Debe tener cupo para todas.'],
    ['Motivo', 'Queda en la bitácora.'],
  ],
  refusals: ['suspension_target', 'suspension_quota', 'draw_already_awarded'],
} satisfies Help
