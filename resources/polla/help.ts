/** What the polla's counter says of itself. */
import type { Help } from '@/kit/page/help.tsx'

export const sellHelp = {
  about:
    'La venta de la polla: símbolos a elegir sobre los sorteos del día, a precio fijo. ' +
    'Cierra antes del primero. Todo se puede hacer con el teclado.',
  jobs: [
    ['Vender', 'Marque los símbolos y pulse F9. La venta tiene su clave: pulsar dos veces no vende dos.'],
    ['Al azar', 'Completa los símbolos que falten.'],
    ['Reimprimir', 'Sale un duplicado, y lo dice.'],
    ['Anular ticket', 'Dentro del plazo y antes del cierre.'],
  ],
  terms: [
    ['Potes', 'Lo acumulado para quien acierte todo, todo menos uno, y el semanal.'],
    ['Desconocido – verificando', 'La respuesta no llegó: se pregunta qué pasó antes de volver a vender.'],
  ],
  refusals: ['polla_symbols', 'draw_closed', 'ticket_repeated', 'annul_draw_closed'],
} satisfies Help

export const resultsHelp = {
  about: 'Lo que ha salido en los sorteos que cuentan para la polla de un día, y quién va ganando.',
  jobs: [
    ['Día de los resultados', 'Elija otro día; las flechas van al de antes y al de después.'],
    ['Actualizar ahora', 'Se actualiza solo; esto lo pide ya.'],
  ],
  terms: [
    ['Sorteos del día', 'Los que cuentan. Uno suspendido no cuenta.'],
    ['Símbolos que han salido', 'Los acertados por quien los haya jugado.'],
    ['Sin ganador: se acumula', 'El pote pasa al día siguiente.'],
  ],
  refusals: [],
} satisfies Help

export const prizesHelp = {
  about: 'Los ganadores de la polla de su taquilla y el estado de los potes.',
  jobs: [
    ['Pagar un premio', 'Escanee el recibo o escriba su serial: se abre el ticket.'],
    ['Pagar', 'Una sola vez, con el código del ticket. Un premio grande puede esperar aprobación.'],
    ['Movimientos', 'De dónde sale lo que tiene un pote.'],
  ],
  terms: [
    ['Pote', 'El primero es de quien acierta todo; el segundo, de quien falla uno. Se reparte a partes iguales.'],
    ['Vence', 'Último día para cobrar.'],
  ],
  refusals: ['ticket_wrong_code', 'ticket_already_paid'],
} satisfies Help
