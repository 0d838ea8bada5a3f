/** What the analytical dashboard says of itself. */
import { measureTerms, type Help } from '@/kit/page/help.tsx'

export default {
  about:
    'Las ventas a lo largo del tiempo: por día, semana o mes, comparadas con otro ' +
    'período y apiladas por producto, afiliado, jugada o moneda.',
  jobs: [
    [
      'Un punto por',
      'Cada punto de la curva es un día, una semana o un mes. Arrastre sobre ella para acercar un tramo.',
    ],
    ['Apilar', 'Parte la curva por lo que elija, para ver de qué está hecha.'],
    ['Pregunta libre', 'Una tabla con las filas y las medidas que usted elija; se exporta y se guarda como vista.'],
    ['Descargar la imagen', 'La curva como está en pantalla.'],
  ],
  terms: [...measureTerms('sold', 'profit', 'participation', 'total', 'payout_percent')],
  refusals: ['range_too_long', 'busy'],
} satisfies Help
