/** What awarding says of itself. */
import type { Help } from '@/kit/page/help.tsx'

export default {
  about:
    'El día de quien premia: los sorteos en orden de hora. Un resultado se anota, se ' +
    'mira con sus ganadores y su costo, y lo confirma otra persona; solo entonces ' +
    'premia. Un sorteo en que nadie jugó puede premiarse y no espera a nadie.',
  jobs: [
    ['Ver qué premia', 'Ganadores, premios y utilidad del sorteo antes de confirmar.'],
    ['Siguiente pendiente', 'Va al próximo que espera, del día que sea.'],
    ['Corregir', 'Pide un motivo. Lo no cobrado se deshace; lo cobrado queda pagado y se lista.'],
    ['Pedir a las fuentes', 'Trae lo que dicen las fuentes externas, para compararlo y anotarlo.'],
    ['Quién premia', 'Quién puede anotar y confirmar, y si hacen falta dos personas.'],
  ],
  terms: [
    ['Por confirmar', 'Anotado y sin confirmar: aún no premia.'],
    ['Atrasado', 'Se jugó, pasó su hora y no tiene resultado.'],
  ],
  refusals: ['result_needs_other_user', 'result_entries_differ', 'draw_not_over'],
} satisfies Help
