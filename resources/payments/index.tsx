/** Payments between partners: what waits first, decided beside its amount, its picture and what is owed with it. */
import { accountBalance } from '@contract/account-balance.ts'
import { accounts } from '@contract/accounts.ts'
import { payments } from '@contract/payments.ts'
import { inZone } from '@contract/values/dates.ts'
import { formatMoney } from '@contract/values/money.ts'
import { workflowScreen } from '@/kit/screen/workflow-screen.tsx'
import { Evidence } from './evidence.tsx'

export default workflowScreen(payments, {
  title: 'Registro de pagos',
  one: 'pago',
  name: (row) => `${row.partner_name}, ${formatMoney(row.amount, row.currency, true)}`,
  columns: [
    { key: 'partner_name', fixed: true, width: 220 },
    { key: 'partner_code', optional: true, width: 110 },
    { key: 'state', width: 130 },
    { key: 'amount', width: 150 },
    { key: 'counterpart_name', width: 180 },
    { key: 'age', width: 140 },
    { key: 'reference', width: 120 },
    { key: 'receipt', width: 130 },
    { key: 'method_name', width: 150 },
    { key: 'payer_account_name', optional: true, width: 160 },
    { key: 'receiver_account_name', optional: true, width: 160 },
    { key: 'rate', optional: true, width: 110 },
    { key: 'created_at', width: 150 },
    { key: 'direction', width: 150 },
    { key: 'paid_on', optional: true, width: 120 },
    { key: 'created_by', optional: true, width: 150 },
    { key: 'decided_by', optional: true, width: 150 },
    { key: 'decided_at', optional: true, width: 150 },
    { key: 'comments', optional: true, width: 120 },
  ],
  create: {
    start: ({ currency, partner_id, partner_type, server_time, zone }) => ({
      ...(partner_type !== 'banca' && { partner_id }),
      direction: 'paga',
      to: 'responsable',
      currency,
      paid_on: inZone(new Date(server_time), zone).day,
    }),
  },
  without: ['partner_id', 'direction', 'to'],
  facts: [
    'receipt',
    'method_name',
    'payer_account_name',
    'receiver_account_name',
    'reference',
    'paid_on',
    'rate',
    'created_by',
    'created_at',
    'decided_by',
    'decided_at',
    'observation',
    'undone_by',
    'undone_at',
    'reason',
    'notes',
  ],
  evidence: (row) => <Evidence row={row} />,
  undecided: ({ state, decides, needs_other, undo_needs_other, movement_id }) => {
    if (state === 'confirmado' && movement_id !== null)
      return 'Es la deuda de un dinero que se entregó: se devuelve con otra entrega.'
    if (decides && state === 'pendiente' && needs_other)
      return 'Supera el monto desde el cual quien lo reportó no lo decide: le toca a otra persona de su lado.'
    if (decides && state === 'confirmado' && undo_needs_other)
      return 'Supera el monto desde el cual quien lo confirmó no lo anula: le toca a otra persona de su lado.'
    return null
  },
  noun: ['pago', 'pagos'],
  touches: [accountBalance, accounts],
  empty: {
    title: 'Aún no hay pagos',
    text: 'Reporte el primero: lo decide quien recibe, y al confirmarse baja lo que se debe.',
  },
})
