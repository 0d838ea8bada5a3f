/** The tab of what everybody owes by its age: a figure leads to the statement that it comes from. */
import { accountBalance } from '@contract/account-balance.ts'
import type { AgedRow } from '@contract/debt-ages.ts'
import { currencyFacts } from '@contract/values/currency.ts'
import { reportTab } from '@/kit/screen/report-tabs.tsx'
import { ageingDrill, movementsLink } from './links.ts'

const figures = ['debt', 'overdue', 'open', 'week_1', 'week_2', 'week_3_4', 'older', 'credit'] as const
const movements = ({ key, currency }: AgedRow) => movementsLink(Number(key), currency)

/** `useParts`: what all tabs of the screen do. */
export const ageingTab = (useParts: (view: { query: object }) => object) =>
  reportTab('Antigüedad', accountBalance.ageing, {
    title: 'Balance de cuentas',
    print: true,
    useParts,
    key: 'account-balance-ageing',
    columns: [
      { key: 'name', fixed: true, width: 220 },
      { key: 'code', optional: true, width: 110 },
      { key: 'type', optional: true, width: 110 },
      { key: 'currency', width: 84, render: ({ currency }: AgedRow) => currencyFacts[currency].clear_symbol },
      ...figures.map((key) => ({ key, width: 132 })),
      { key: 'paid_on', width: 120 },
      { key: 'paid', width: 150 },
    ],
    rowKey: (row) => `${row.key}:${row.currency}`,
    rowName: (row) => row.name,
    drill: ageingDrill,
    links: Object.fromEntries(figures.map((key) => [key, movements])),
    nothing: {
      title: 'Nadie debe nada',
      text: 'Tampoco se le debe a nadie. Quite un filtro, o elija otro afiliado.',
    },
  })
