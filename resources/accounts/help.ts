/** What the accounts say of themselves. */
import type { Help } from '@/kit/page/help.tsx'

export default {
  about:
    'Donde cada afiliado tiene su dinero: un banco, un teléfono, una billetera o una caja. La ven él y quien está por encima.',
  jobs: [
    ['Nueva cuenta', 'Elija primero el tipo: dice qué datos hacen falta. La moneda queda fija con el primer uso.'],
    [
      'Movimientos',
      'El saldo anterior, cada pago que la movió con el saldo que dejó, y el final. Se baja como archivo.',
    ],
    ['Desactivar', 'La cierra: ningún pago más la mueve. Una que nunca se usó puede eliminarse.'],
  ],
  terms: [
    ['Saldo', 'Lo que dicen los pagos confirmados que entraron y salieron, menos los anulados.'],
    ['De', 'El afiliado al que pertenece.'],
    ['Último movimiento', 'El día contable del último pago que la movió.'],
  ],
  refusals: ['name_taken', 'account_moved', 'changed_meanwhile'],
} satisfies Help
