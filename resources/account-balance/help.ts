/** What the balance of accounts says of itself. */
import type { Help } from '@/kit/page/help.tsx'

export default {
  about: 'Lo que debe cada afiliado a quien responde por él, y por qué. Con signo menos se le debe a él.',
  jobs: [
    ['Balance', 'Saldo anterior, lo del período y el saldo. Un distribuidor abre los suyos.'],
    ['Antigüedad', 'Cuántas semanas hace que se cerró lo que se debe.'],
    ['Semanas cerradas', 'Lo que se dijo al cerrar cada una.'],
    ['Estados de cuenta', 'Una semana de cada uno, línea por línea: papel, Excel o imagen.'],
    ['Respuesta', 'La da quien debe: conforme o en disputa.'],
    ['Cerrar semana', 'La de todos, o de uno y los suyos.'],
    ['Cierres automáticos', 'Lo que el reloj cerró cada lunes y lo que no.'],
    ['Saldos iniciales', 'Lo que había al empezar. Se asienta una vez.'],
    ['Pasar a otro acreedor', 'En el menú de su fila, con motivo.'],
    ['Reabrir la semana', 'Solo la última cerrada, con un motivo.'],
  ],
  terms: [
    ['Tardío', 'De una semana cerrada: entra en el cierre siguiente.'],
    ['Margen', 'Lo que gana un distribuidor entre su porcentaje y el de quien está debajo.'],
    ['Otros sistemas', 'Lo publicado de sus archivos.'],
    ['Ajustes', 'Premios vencidos, pagados por otra agencia y lo ajustado a mano.'],
    ['Asignado', 'Lo que así pasó a deber, o dejó de deber.'],
    ['De los que responde', 'Lo que le pasó el cierre de esos afiliados.'],
  ],
  refusals: ['range_too_long'],
} satisfies Help
