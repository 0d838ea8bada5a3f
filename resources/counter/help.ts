/** What the counter that sells says of itself. */
import type { Help } from '@/kit/page/help.tsx'

export default {
  about:
    'Vende tickets de todos los juegos menos la polla, desde un solo campo y sin ratón. Antes de pulsar Enter se dice qué ' +
    'hará; el botón grande dice siempre el próximo paso.',
  jobs: [
    ['Vender', 'Escriba 25*100 y Enter por cada jugada; F9, o Enter con el campo vacío, vende.'],
    ['Repetir', 'El último ticket, en los próximos sorteos.'],
    ['Cliente', 'Su documento (F7). Desde el monto que pone la banca, sin él no se vende.'],
    ['Reimprimir', 'Sale un duplicado contado, que dice que lo es.'],
    ['Cómo se escribe', 'Todo lo que entiende el campo, en una hoja (F1).'],
    ['Tickets', 'Los de hoy. Escanear un recibo abre el suyo: se paga, se anula, se devuelve o se repite.'],
  ],
  terms: [
    ['Juegos', 'Cada uno con su tecla, su próximo sorteo y lo que falta para que cierre.'],
    ['Puede ganar hasta', 'El premio mayor posible del ticket.'],
    ['Montos rápidos', 'Para las jugadas sin monto, o las últimas.'],
    ['Desconocido – verificando', 'No llegó la respuesta: se pregunta con la misma clave y nada se vende dos veces.'],
  ],
  refusals: ['client_required', 'draw_closed', 'quota_exceeded', 'number_blocked', 'ticket_repeated'],
} satisfies Help
