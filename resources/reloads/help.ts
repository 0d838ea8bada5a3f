/** What the reloads say of themselves. */
import type { Help } from '@/kit/page/help.tsx'

export default {
  about: 'El efectivo que un fondo entrega a la caja de una taquilla que está debajo.',
  jobs: [
    ['Nueva recarga', 'Elija el fondo, la taquilla y el monto. Sale del fondo enseguida; no sale más de lo que hay.'],
  ],
  terms: [
    [
      'Por aceptar',
      'Salió del fondo, y nadie en la taquilla la ha aceptado. Se retira desde el fondo, en sus entregas.',
    ],
    ['Aceptado', 'Lo que entró en la caja abierta de la taquilla.'],
    [
      'Recibo de la deuda',
      'Si el fondo es de quien le cobra a la agencia, lo aceptado es también un pago que ella recibe: lo debe desde entonces.',
    ],
  ],
  refusals: ['fund_short', 'amount_decimals', 'currency_not_sold'],
} satisfies Help
