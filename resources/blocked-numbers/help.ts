/** What blocking numbers says of itself. */
import type { Help } from '@/kit/page/help.tsx'

export default {
  about:
    'El tablero de los números de un sorteo, con lo vendido y cuánto de su cupo llevan, para bloquear los que no se deben vender más.',
  jobs: [
    ['Tablero de números', 'Pulse los números, o escríbalos en la búsqueda, y luego «Bloquear».'],
    ['En qué sorteos', 'Uno, los de unas fechas, o todos hasta que se levante.'],
    ['Desbloquear', 'Vuelve a venderse hasta donde llegue su cupo.'],
  ],
  terms: [
    ['Uso del cupo, en porcentaje', 'El color de cada número: cuánto del cupo que manda ya se vendió.'],
    ['Alcance', 'Para quién vale: toda la banca o lo que depende de un afiliado.'],
    ['Lo ya vendido', 'Queda y se premia: bloquear no devuelve nada.'],
  ],
  refusals: ['number_invalid', 'range_backwards', 'bet_type_not_offered'],
} satisfies Help
