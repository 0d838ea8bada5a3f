/** What the payments say of themselves. */
import type { Help } from '@/kit/page/help.tsx'

export default {
  about:
    'Lo que los afiliados se pagan entre sí. Uno lo reporta y lo decide quien recibe. Arriba está lo que espera, de cualquier día.',
  jobs: [
    ['Nuevo pago', 'Diga de quién es la deuda, el monto y la referencia, y suba el comprobante.'],
    ['Confirmar', 'Desde hoy se debe menos. Diga en qué cuenta entró, si no es la de su método.'],
    ['Rechazar', 'Con una observación que lee quien lo reportó, y una imagen si hace falta.'],
    [
      'Anular',
      'De uno confirmado, con un motivo: hoy se asienta lo contrario. Sobre el monto de la banca, otra persona.',
    ],
    ['Corregir', 'Mientras espera, quien lo reportó lo corrige o lo elimina.'],
  ],
  terms: [
    ['Con quién', 'Quien responde por el afiliado, o la banca si se le pagó directamente.'],
    ['Días en espera', 'Desde que se reportó uno que nadie ha decidido.'],
    ['Sale de', 'La cuenta de quien paga; «Entra en», la de quien recibe. Cada lado ve las suyas.'],
    ['Tasa', 'Bolívares por unidad cuando se confirmó, del tipo con que trabaja el afiliado.'],
    ['Recibo', 'El año y un número que sigue al anterior de quien recibe.'],
  ],
  refusals: ['moved_already', 'payment_repeated', 'needs_other', 'owes_nobody', 'account_closed'],
} satisfies Help
