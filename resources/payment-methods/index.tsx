/** Payment methods: how each partner is paid and pays, with the account that its kind needs. */
import { paymentMethods } from '@contract/payment-methods.ts'
import { registryScreen } from '@/kit/screen/registry-screen.tsx'

export default registryScreen(paymentMethods, {
  title: 'Métodos de pago',
  one: 'método de pago',
  name: (row) => row.name,
  columns: [
    { key: 'name', fixed: true },
    'partner_name',
    'kind',
    'currency',
    'bank',
    'status',
    'uses',
    { key: 'account_name', optional: true },
    { key: 'holder', optional: true },
    { key: 'account_number', optional: true },
    { key: 'phone', optional: true },
    { key: 'created_at', optional: true },
  ],
  create: {
    start: ({ currency }) => ({
      kind: 'transferencia',
      currency,
      status: 'activo',
      uses: ['ingresos', 'egresos', 'transacciones'],
    }),
  },
  facts: ['partner_name', 'created_at'],
  switching: {
    off: () => 'Deja de ofrecerse en ingresos, egresos y transacciones. Lo ya registrado con él no cambia.',
    on: () => 'Vuelve a ofrecerse en los usos que tiene marcados.',
  },
  removal: {
    text: 'Aún no se ha usado. Se elimina con los datos de su cuenta. No se puede deshacer.',
    kept: (row) => `${row.name} ya se usó: quedó desactivado.`,
  },
  empty: {
    title: 'Aún no hay métodos de pago',
    text: 'Cree el primero: su tipo dice qué datos de la cuenta necesita, y aparece donde se cobra y se paga.',
  },
})
