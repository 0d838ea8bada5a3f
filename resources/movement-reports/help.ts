/** What a statement says of itself. */
import type { Help } from '@/kit/page/help.tsx'

export default {
  about:
    'Los movimientos de un afiliado: con cuánto empezó, lo de cada día y el saldo que deja. El último saldo es el del ' +
    'balance de cuentas. Con signo menos se le debe a él.',
  jobs: [
    [
      'Debe',
      'Lo que suma a lo que debe; en Haber, lo que resta. Pulse ventas o premios para ver los tickets de ese día.',
    ],
    [
      'Semana cerrada',
      'Dónde se cerró una semana. Lo que llegó tarde está en su día: el saldo puede no ser el dicho al cerrar.',
    ],
    ['Exportar', 'Lo mismo, en un archivo.'],
  ],
  terms: [
    ['Saldo anterior', 'Lo que debía el día antes del período.'],
    ['Otros sistemas', 'Lo publicado de sus archivos: ventas menos premios menos comisión.'],
    ['Ajustes', 'Premios vencidos, premios pagados por otra agencia y lo que se ajusta a mano.'],
  ],
  refusals: ['range_too_long'],
} satisfies Help
