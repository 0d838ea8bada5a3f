/** What the affiliates say of themselves. */
import { fieldTerms, type Help } from '@/kit/page/help.tsx'
import { distributorForm } from '@contract/distributors.ts'

export default {
  about:
    'La red: la banca, sus distribuidores, agencias y taquillas. El árbol muestra quién depende de quién, con la venta de hoy y el saldo.',
  jobs: [
    ['Nuevo distribuidor', 'Cuelga de la banca o de otro distribuidor y hereda su configuración.'],
    [
      'Desde Excel',
      'Trae o cambia afiliados, taquillas, usuarios y comisiones con un libro, revisado antes y aplicado entero.',
    ],
    ['Directos', 'Los que dependen sin nadie en medio; «Todos», los de todos los niveles.'],
  ],
  terms: [
    ...fieldTerms(distributorForm, { father_id: true, code: true }),
    ['Venta de hoy', 'Lo vendido hoy por todo lo que depende de él.'],
    ['Resultado', 'Ventas menos premios, comisión y participación desde su primer día. No es lo que debe.'],
  ],
  refusals: ['name_taken', 'invalid_father', 'inheritance_changed', 'currency_below'],
} satisfies Help
