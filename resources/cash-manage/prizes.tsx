/** What each drawer handed over: prizes, those of other agencies' tickets among them, and what was given back. */
import { cashManage } from '@contract/cash-manage.ts'
import { currencyFacts } from '@contract/values/currency.ts'
import { formatDay } from '@contract/values/dates.ts'
import { NextStep } from '@/kit/page/next-step.tsx'
import { reportScreen } from '@/kit/screen/report-screen.tsx'

export default reportScreen(cashManage.prizes, {
  title: 'Premios pagados en caja',
  key: 'cash-prizes',
  columns: [
    { key: 'office_name', fixed: true, width: 200 },
    { key: 'agency_name', width: 200, optional: true },
    { key: 'day', width: 120, align: 'left' },
    { key: 'currency', width: 100, render: ({ currency }) => currencyFacts[currency].clear_symbol },
    { key: 'prizes', width: 140 },
    { key: 'paid', width: 150 },
    { key: 'elsewhere', width: 160 },
    { key: 'refunds', width: 120 },
    { key: 'given_back', width: 150 },
  ],
  rowKey: (row) => `${row.day}:${row.office_id}:${row.currency}`,
  rowName: (row) => `${row.office_name}, ${formatDay(row.day)}`,
  nothing: {
    title: 'Ninguna caja pagó premios',
    text: 'Elija otros días, o vea los premios que quedan por pagar.',
    action: <NextStep screen="detailed-prize">Ver los premios</NextStep>,
  },
  print: true,
})
