/** A partner's statement: each day's movements with the balance they leave, from what was owed to what is owed. */
import { useMemo } from 'react'
import { movementReports } from '@contract/movement-reports.ts'
import { reportScreen } from '@/kit/screen/report-screen.tsx'
import { useSession } from '@providers/session.ts'
import { NextStep } from '@/kit/page/next-step.tsx'
import { Money } from '@/kit/values/money.tsx'
import type { ReportView } from '@/kit/screen/report-rows.tsx'
import { useWeekOf } from '@resources/statements/parts.tsx'
import { movementLink, toldLink } from './links.ts'

/** Nobody has this statement: the banca owes nobody, and is asked whose. */
const ofNobody = {
  title: 'Elija de quién',
  text: 'Los movimientos son de un solo afiliado, y la banca no le debe a nadie.',
  action: <NextStep screen="account-balance">Ver lo que debe cada uno</NextStep>,
  of_any_day: true,
} as const

/** In a currency that the banca sells in, if nobody chose one. */
function useParts(view: ReportView<typeof movementReports.list>) {
  const { partner_type, currencies, currency } = useSession()
  const week = useWeekOf(view)
  const { partner_id, currency: asked } = view.query
  const fixed = useMemo(
    () => (asked === undefined || currencies.includes(asked) ? {} : { currency }),
    [currencies, asked, currency],
  )
  return {
    ...week,
    fixed,
    ...(partner_type === 'banca' && partner_id === undefined && { nothing: ofNobody }),
  }
}

export default reportScreen(movementReports.list, {
  title: 'Movimientos',
  key: 'movement-reports',
  columns: [
    { key: 'day', fixed: true, width: 210, align: 'left' },
    { key: 'concept', width: 210 },
    ...['debit', 'credit', 'balance', 'told'].map((key) => ({ key, width: 150 })),
  ],
  rowKey: (row) => row.key,
  rowName: (row) => row.key,
  links: { debit: movementLink, credit: movementLink, told: toldLink },
  useParts,
  sums: {
    below: { balance: 'closing', debit: 'debit', credit: 'credit' },
    count: { of: 'rows', one: 'movimiento', many: 'movimientos' },
    more: ({ opening, currency }) => ({
      concept: (
        <>
          Saldo anterior <Money value={opening} currency={currency} signed clear />
        </>
      ),
    }),
  },
  nothing: {
    title: 'Sin movimientos en este período',
    text: 'Elija otro período u otra moneda.',
  },
  print: true,
})
