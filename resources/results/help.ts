/** What the results say of themselves. */
import type { Help } from '@/kit/page/help.tsx'

export default {
  about:
    'Los resultados de los sorteos: los vigentes y, si los pide, los retirados, con quién los anotó y quién los confirmó.',
  jobs: [
    ['Tablero', 'Los productos de un día, hora por hora; «Lista» los da por filas y con filtros.'],
    ['Cargar resultados', 'Lee un archivo de resultados, lo revisa entero y los deja anotados. Lo pide quien premia.'],
    ['Ver retirados', 'Muestra también los que se corrigieron o retiraron, con su motivo.'],
  ],
  terms: [
    ['Fuente', 'De dónde vino: una persona, un archivo o una fuente externa.'],
    ['Confirmado por', 'La segunda persona. Un resultado anotado no premia hasta que alguien lo confirma.'],
    ['Retirado', 'Ya no vale; sus premios sin cobrar se deshicieron.'],
  ],
  refusals: ['result_invalid', 'draw_not_over'],
} satisfies Help
