/** What the payment methods say of themselves. */
import type { Help } from '@/kit/page/help.tsx'

export default {
  about:
    'Las cuentas y los medios con que se cobra y se paga. Cada uno es de un afiliado, y lo ven él y quien está por encima.',
  jobs: [
    ['Nuevo método de pago', 'Elija primero el tipo: dice qué datos de la cuenta hacen falta.'],
    ['Desactivar', 'Deja de ofrecerse; lo que ya se anotó con él queda como está.'],
  ],
  terms: [
    ['Se usa en', 'Para qué se ofrece: cobrar, pagar o ambas cosas.'],
    ['Cuenta', 'Donde queda lo que se cobra con él, y de donde sale lo que se paga.'],
    ['Titular', 'A nombre de quién está la cuenta, con su documento.'],
    ['De', 'El afiliado al que pertenece.'],
  ],
  refusals: ['name_taken', 'changed_meanwhile'],
} satisfies Help
