/** What the balance of accounts says of itself. */
import type { Help } from '@/kit/page/help.tsx'

export default {
  about:
    'Lo que debe cada afiliado y por qué. Una agencia le debe a quien responde por ella, y ese al que responde por él, ' +
    'hasta la banca. Con signo menos se le debe a él.',
  jobs: [
    ['Balance', 'Saldo anterior, lo del período y el saldo, por nivel. Pulse un distribuidor para ver a los suyos.'],
    ['Semanas cerradas', 'Lo que se dijo al cerrar cada una, con su cuenta línea por línea.'],
    ['Cerrar semana', 'La de todos o la de un afiliado con los que dependen de él. Dice cuáles no se pudieron cerrar.'],
    [
      'Cierres automáticos',
      'Lo que el reloj cerró cada lunes a la hora puesta en Banca, y lo que quedó abierto con su porqué.',
    ],
    [
      'Saldos iniciales',
      'Lo que se debía y lo que había al empezar, de un libro: se revisa entero y se asienta una sola vez.',
    ],
    ['Reabrir la semana', 'Solo la última cerrada de un afiliado, con un motivo.'],
  ],
  terms: [
    ['Tardío', 'De una semana ya cerrada, que llegó después: entra en el cierre siguiente.'],
    ['Otros sistemas', 'Lo publicado de sus archivos: ventas menos premios menos comisión.'],
    ['Ajustes', 'Premios vencidos, premios pagados por otra agencia y lo que se ajusta a mano.'],
    ['De los que responde', 'Lo que le pasó el cierre de los afiliados por los que responde.'],
  ],
  refusals: ['range_too_long'],
} satisfies Help
