/** What the agencies say of themselves. */
import { fieldTerms, type Help } from '@/kit/page/help.tsx'
import { agencyForm } from '@contract/agencies.ts'

export default {
  about:
    'Las agencias: el negocio que responde por una o varias taquillas. Cada una hereda de su padre límites, productos, cupos y comisiones.',
  jobs: [
    ['Nueva agencia', 'Nace con lo que hereda; ajústela en sus pestañas y créele taquillas.'],
    ['Clonar', 'Otra con la misma configuración.'],
    ['Jugadas', 'Límites, productos, multiplicadores y reglas propias. Sin valor propio, rige el heredado.'],
    [
      'Prepago',
      'Vende hasta donde alcance lo que tiene a su favor: lo que entrega, los premios que paga, anulaciones y devoluciones; ' +
        'la comisión llega con el cierre.',
    ],
    ['Cambiar responsable', 'Quién paga su liquidación hacia arriba; por defecto, su padre.'],
  ],
  terms: [
    ...fieldTerms(agencyForm, { father_id: true, code: true }),
    ['Saldo', 'Lo que debe hoy, con lo que va de semana.'],
    ['Resultado', 'Lo ganado desde su primer día. No es lo que debe.'],
    ['Disponible', 'Lo que una agencia prepago puede vender todavía, por moneda.'],
    ['Responsable de pago', 'El afiliado que responde por su semana.'],
  ],
  refusals: ['name_taken', 'document_taken', 'setting_above_father', 'switched_off_above', 'not_your_side'],
} satisfies Help
