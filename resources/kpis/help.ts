/** What the day's dashboard says of itself. */
import { measureTerms, type Help } from '@/kit/page/help.tsx'

export default {
  about:
    'El día de un vistazo: cuánto se vende, quién lo vende, de qué, y qué está en riesgo. Compara hasta la misma hora.',
  jobs: [
    ['Comparar con', 'Elija contra qué período se miden los cambios; para un día, el mismo de la semana.'],
    ['Por afiliado', 'Pulse un afiliado para bajar a los que dependen de él, y una cifra para sus filas.'],
    ['Umbrales', 'Desde dónde una cifra se avisa. Solo los cambia quien administra la banca.'],
  ],
  terms: [
    ...measureTerms('sold', 'prizes', 'profit', 'payout_percent'),
    ['Mayor riesgo', 'Los números más caros si salen: lo que pagarían menos lo vendido en su sorteo.'],
    ['Números más fríos', 'Los que llevan más sorteos sin salir. No por eso son más probables.'],
    ['Avisos', 'Lo que se sale de lo usual: cupos, jugadas, resultados que tardan, agencias calladas.'],
  ],
  refusals: ['range_too_long'],
} satisfies Help
