/** What the screen of several bancas says of itself. */
import { measureTerms, type Help } from '@/kit/page/help.tsx'

export default {
  about:
    'Las cifras de hoy de cada banca en la que usted trabaja, lado a lado: la suya y las que registró. ' +
    'Cada moneda va aparte y las bancas no se suman.',
  jobs: [
    [
      'Pasar a su tablero',
      'Cambia su sesión a esa banca y abre sus ventas del día. Lo que dejó sin guardar se pregunta antes.',
    ],
    ['Bancas registradas', 'Registra su usuario de otra banca, muestra cómo está cada registro, y lo termina.'],
  ],
  terms: [
    ['Hoy', 'El día de cada banca en su zona horaria: a medianoche pueden estar en días distintos.'],
    ...measureTerms('sold', 'profit', 'payout_percent'),
  ],
  refusals: ['home_session_over'],
} satisfies Help
