/** What incomes and outcomes at a counter say of themselves. */
import type { Help } from '@/kit/page/help.tsx'

export const incomesHelp = {
  about:
    'Lo que entra en la gaveta aparte de los tickets, mientras su caja está abierta. ' +
    'Todo se puede hacer con el teclado.',
  jobs: [
    [
      'Registrar ingreso',
      'Escriba el monto, Enter pasa al campo siguiente y F9 registra. Pulsar dos veces no registra dos.',
    ],
    ['Aceptar', 'Lo que otra taquilla o un fondo entregó entra en la caja. Con «Rehusar» vuelve a quien lo dio.'],
    ['Cliente', 'Lo deja a nombre de alguien.'],
    ['Imprimir', 'El recibo del último, en papel de 80 mm.'],
  ],
  terms: [
    [
      'Ingresos de la caja',
      'Los de la caja abierta, o de una devuelta de cualquier día. «Corregir» y «Eliminar» hasta que se envíe o alguien los decida.',
    ],
    ['Debería haber en la caja', 'Según los libros, en este momento.'],
  ],
  refusals: ['register_not_open', 'method_elsewhere', 'moved_already'],
} satisfies Help

export const outcomesHelp = {
  about:
    'Lo que sale de la gaveta aparte de los premios, mientras su caja está abierta. ' +
    'Todo se puede hacer con el teclado.',
  jobs: [
    [
      'Registrar egreso',
      'Escriba el monto, Enter pasa al campo siguiente y F9 registra. Pulsar dos veces no registra dos.',
    ],
    ['Entregar', 'A otra taquilla o a un fondo de la agencia: sale ya, y entra cuando lo acepten.'],
    ['Imprimir', 'El recibo del último, en papel de 80 mm.'],
  ],
  terms: [
    [
      'Egresos de la caja',
      'Los de la caja abierta, o de una devuelta de cualquier día. «Corregir» y «Eliminar» hasta que se envíe o alguien los decida.',
    ],
    ['Debería haber en la caja', 'Según los libros, en este momento.'],
  ],
  refusals: ['register_not_open', 'method_elsewhere', 'moved_already'],
} satisfies Help

const ofAgency = (one: 'ingreso' | 'egreso', way: string, decides = '') =>
  ({
    about: `Los ${one}s de todas sus taquillas: ${way}, quién los escribió y cómo quedaron.`,
    jobs: [
      [`Nuevo ${one}`, 'Por una taquilla: se escribe en su caja abierta.'],
      ['Exportar', 'La lista como está filtrada.'],
    ],
    terms: [
      ['Movido', 'Lo que movió la gaveta: nada de lo eliminado, lo rehusado o lo que espera entrar.'],
      ['Por aceptar', `Lo que se entregó y aún no entra en la otra caja.${decides}`],
    ],
    refusals: ['register_not_open', 'method_elsewhere', 'moved_already'],
  }) satisfies Help
export const agencyIncomesHelp = ofAgency(
  'ingreso',
  'lo que entró',
  ' Abra la fila: F9 lo acepta y F4 lo rehúsa, también si es para un fondo de la agencia.',
)
export const agencyOutcomesHelp = ofAgency('egreso', 'lo que salió')
