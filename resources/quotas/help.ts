/** What the quotas say of themselves. */
import type { Help } from '@/kit/page/help.tsx'

export default {
  about:
    'Lo más que un afiliado vende de un número en un sorteo, por producto, jugada y ' +
    'moneda. Una venta cuenta en todos los niveles: manda el que tenga menos disponible.',
  jobs: [
    ['Por afiliado', 'La hoja de uno. Vacío hereda; cero es que no vende.'],
    ['Todos', 'Todos los cupos por filtro, con «Cambio global» para muchos a la vez.'],
    ['Jugadas y límites', 'Límites de ticket, plazos y productos de muchos afiliados.'],
  ],
  terms: [
    ['Cupo propio', 'El que se puso a este afiliado.'],
    ['Heredado de', 'De quién le viene si no tiene propio.'],
    ['Cupo máximo', 'El tope de la banca, que vale por encima de todos.'],
  ],
  refusals: ['setting_above_father', 'matched_rows_changed', 'limit_contradiction'],
} satisfies Help
