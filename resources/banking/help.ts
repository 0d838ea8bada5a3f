/** What the banca's settings say of themselves. */
import { fieldTerms, type Help } from '@/kit/page/help.tsx'
import { bankingForm } from '@contract/banking.ts'

export default {
  about: 'Los datos de la banca y lo que hereda toda la red mientras nadie ponga lo suyo.',
  jobs: [
    ['Guardar', 'Si alcanza a la red, enseña qué cambia y pide confirmarlo.'],
    ['Nuevo tipo', 'De ingresos y egresos.'],
  ],
  terms: fieldTerms(bankingForm, {
    annul_minutes: true,
    prize_days: true,
    pays_other_agencies: true,
    refunds_lapse: true,
    week_close_hour: true,
    week_due_days: true,
    pay_approval_bs: 'Desde ese monto un premio espera que lo aprueben por encima de la agencia.',
    client_ticket_bs: 'Desde ahí se pide el documento de quien compra.',
    disabled_screens: true,
  }),
  refusals: ['banca_sold', 'changed_meanwhile'],
} satisfies Help
