/** What the products say of themselves. */
import type { Help } from '@/kit/page/help.tsx'

export default {
  about:
    'Lo que se vende: cada producto con sus horas de sorteo, sus jugadas y ' +
    'multiplicadores, y sus símbolos. Los sorteos de los próximos días salen de aquí.',
  jobs: [
    ['Nuevo producto', 'Nace inactivo. Póngale horario, jugadas y símbolos, y actívelo.'],
    ['Horario', 'Horas por día de la semana y minutos de cierre. «Días especiales» agrega o quita un sorteo.'],
    [
      'Jugadas y multiplicadores',
      'Qué se puede jugar y cuánto paga. Rige desde la próxima venta; lo vendido queda como está.',
    ],
    ['Desactivar', 'Deja de venderse. Lo ya vendido se premia igual.'],
  ],
  terms: [
    ['Zona horaria', 'La del sorteo: Panamá está una hora atrás.'],
    ['Orden', 'El lugar en que aparece en pantallas y terminales.'],
    ['Comodines', 'Números que pagan con otro multiplicador; si es mayor, gana ese.'],
  ],
  refusals: ['product_in_use', 'schedule_repeated', 'symbol_in_use'],
} satisfies Help
