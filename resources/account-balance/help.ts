/** What the balance of accounts says of itself. */
import type { Help } from '@/kit/page/help.tsx'

export default {
  about:
    'Lo que debe cada afiliado y por qué. Una agencia le debe a quien responde por ella, y ese al que responde por él, ' +
    'hasta la banca. Con signo menos se le debe a él.',
  jobs: [
    ['Balance', 'Saldo anterior, lo del período y el saldo. Un distribuidor abre los suyos.'],
    ['Semanas cerradas', 'Lo que se dijo al cerrar cada una, con su cuenta línea por línea.'],
    ['Cerrar semana', 'La de todos, o la de un afiliado y los suyos. Dice cuáles no se pudieron.'],
    ['Cierres automáticos', 'Lo que el reloj cerró cada lunes, y lo que quedó abierto con su porqué.'],
    ['Saldos iniciales', 'Lo que se debía y había al empezar, de un libro que se asienta una sola vez.'],
    ['Pasar a otro acreedor', 'En el menú de una fila: de lo que debe a uno, cuánto pasa a deberse a otro.'],
    ['Reabrir la semana', 'Solo la última cerrada de un afiliado, con un motivo.'],
  ],
  terms: [
    ['Tardío', 'De una semana ya cerrada: entra en el cierre siguiente.'],
    ['Otros sistemas', 'Lo publicado de sus archivos.'],
    ['Ajustes', 'Premios vencidos, los pagados por otra agencia y lo ajustado a mano.'],
    ['Asignado', 'Lo que por una asignación pasó a deber, o dejó de deber.'],
    ['De los que responde', 'Lo que le pasó el cierre de los afiliados por los que responde.'],
  ],
  refusals: ['range_too_long'],
} satisfies Help
