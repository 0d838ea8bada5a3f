/** A partner's statement: each day's movements with the balance they leave, from what was owed to what is owed. */
import { movementReports } from '@contract/movement-reports.ts'
import { formatMoney } from '@contract/values/money.ts'
import { reportScreen } from '@/kit/screen/report-screen.tsx'
import { useWeekOf } from '@resources/statements/parts.tsx'
import { movementLink, toldLink } from './links.ts'

export default reportScreen(movementReports.list, {
  title: 'Movimientos',
  key: 'movement-reports',
  columns: [
    { key: 'day', fixed: true, width: 260, align: 'left' },
    { key: 'concept', width: 180 },
    ...['debit', 'credit', 'balance'].map((key) => ({ key, width: 170 })),
  ],
  rowKey: (row) => row.key,
  rowName: (row) => row.key,
  links: { debit: movementLink, credit: movementLink, balance: toldLink },
  useParts: useWeekOf,
  sums: {
    below: { debit: 'debit', credit: 'credit', balance: 'closing' },
    count: { of: 'rows', one: 'movimiento', many: 'movimientos' },
    more: ({ opening, currency }) => ({ concept: `Saldo anterior ${formatMoney(opening, currency, true)}` }),
  },
  nothing: {
    title: 'Sin movimientos en este período',
    text: 'Elija un afiliado, otro período u otra moneda. La banca no le debe a nadie: no tiene estado de cuenta.',
  },
  print: true,
})
