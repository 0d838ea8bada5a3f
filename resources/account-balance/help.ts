/** What the balance of accounts says of itself. */
import type { Help } from '@/kit/page/help.tsx'

export default {
  about: 'Lo que debe cada afiliado a quien responde por él, y por qué. Con signo menos se le debe a él.',
  jobs: [
    ['Balance', 'Lo del período y el saldo. Un distribuidor abre los suyos.'],
    ['Antigüedad', 'Hace cuántas semanas se cerró lo que se debe.'],
    ['Semanas cerradas', 'Lo que se dijo al cerrar cada una.'],
    ['Estados de cuenta', 'Una semana, línea por línea: papel, Excel o imagen.'],
    ['Respuesta', 'La da quien debe: conforme o en disputa.'],
    ['Cerrar semana', 'La de todos, o de uno y los suyos.'],
    ['Cierres automáticos', 'Lo que el reloj cerró cada lunes.'],
    ['Saldos iniciales', 'Lo que había al empezar.'],
    ['Pasar a otro acreedor', 'En el menú de su fila, con motivo.'],
    ['Reabrir la semana', 'Solo la última cerrada, con un motivo.'],
  ],
  terms: [
    ['Tardío', 'De una semana cerrada, en el cierre siguiente.'],
    ['Margen', 'La diferencia de su porcentaje con el de debajo.'],
    ['Otros sistemas', 'Lo publicado de sus archivos.'],
    ['Ajustes', 'Premios vencidos, cruzados y lo ajustado a mano.'],
    ['Asignado', 'Lo que así pasó a otro acreedor.'],
    ['De los que responde', 'Lo que le pasó el cierre de esos afiliados.'],
  ],
  refusals: ['range_too_long'],
} satisfies Help
