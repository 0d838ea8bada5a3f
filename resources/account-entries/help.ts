/** What the books say of themselves. */
import type { Help } from '@/kit/page/help.tsx'

export default {
  about:
    'El libro por partida doble: cada cosa que movió dinero es un asiento, y nada se borra. Aquí se lee, y se escribe ' +
    'lo que ninguna otra pantalla hace.',
  jobs: [
    [
      'Nuevo lote',
      'Líneas escritas o pegadas de una hoja de cálculo. Cuadra cada día en cada moneda, o no se guarda nada.',
    ],
    [
      'Balance de comprobación',
      'Lo que tienen las cuentas. Pulse una para abrirla por afiliado; una cifra, para ver sus líneas.',
    ],
    ['Mayor', 'Las líneas de una cuenta con su saldo tras cada una. Elija cuenta, afiliado y moneda.'],
    ['Plan de cuentas', 'Qué cuentas lleva cada tipo de afiliado, y en cuáles se asienta a mano.'],
  ],
  terms: [
    ['Debe', 'Lo que entra en una cuenta de activo o de egresos, y baja una de pasivo o de ingresos.'],
    ['Haber', 'Lo contrario: cada asiento suma lo mismo en los dos.'],
    ['Saldo', 'El debe menos el haber, desde el primer día. En negativo, la cuenta es acreedora.'],
    ['Saldo anterior', 'Lo que había antes del período. De un solo tipo de asientos no se dice.'],
    ['Lote', 'Los asientos que una persona guardó juntos.'],
  ],
  refusals: ['batch_unbalanced', 'not_your_side', 'day_ahead', 'amount_decimals', 'account_missing'],
} satisfies Help
