/** What the control of sales says of itself. */
import type { Help } from '@/kit/page/help.tsx'

export default {
  about:
    'Lo que vende y debe cada afiliado contra sus límites, lo más urgente primero. Un límite avisa y no detiene ventas.',
  jobs: [
    ['Alerta', 'Cerca del límite desde el 80 %; pasado desde el 100 %, de la semana o del saldo, lo que esté peor.'],
    [
      'Límite de la semana',
      'Abra la fila para fijarlo: cuánto puede vender en la semana y cuánto puede deber, en su moneda.',
    ],
  ],
  terms: [
    ['Ventas de la semana', 'Desde el lunes, de él y de todos los que dependen de él.'],
    ['Saldo', 'Lo que debe hoy, como en el balance de cuentas. Con signo menos se le debe a él.'],
    ['Premio/venta %', 'Cuánto de lo vendido en la semana se ha ido en premios.'],
  ],
  refusals: ['not_found'],
} satisfies Help
