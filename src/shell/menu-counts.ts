/** What waits behind items of the menu, by the key of their screen. */
import { rules } from '@contract/access/rules.ts'
import { accountBalance } from '@contract/account-balance.ts'
import { cashManage } from '@contract/cash-manage.ts'
import { fundMovements } from '@contract/fund-movements.ts'
import { draws } from '@contract/draws.ts'
import { payments } from '@contract/payments.ts'
import { statements } from '@contract/statements.ts'
import { transactions } from '@contract/transactions.ts'
import { countText } from '@contract/values/money.ts'
import { useCall } from '@providers/queries.ts'
import { useCan } from '@providers/session.ts'

const refreshEvery = 60_000

export interface MenuCount {
  count: number
  /** The count in words, for those who hear it. */
  text: string
}

const together = (...counts: (MenuCount | null)[]): MenuCount | null => {
  const there = counts.filter((one) => one !== null)
  if (there.length === 0) return null
  return { count: there.reduce((sum, { count }) => sum + count, 0), text: there.map(({ text }) => text).join(', ') }
}

const counted = (count: number | undefined, one = 'pendiente', many = 'pendientes'): MenuCount | null =>
  count ? { count, text: countText(count, one, many) } : null

/** Only what this user can do something about. */
export function useMenuCounts(): Readonly<Record<string, MenuCount>> {
  const awards = useCan(rules.awarding)
  const money = useCan(rules.money)
  const decides = useCan(rules.moneyNotPanama)
  const funds = useCan(rules.cashOversight)
  const closes = useCan(rules.banca)
  const cash = useCan(rules.cashControl)
  const results = useCall(draws.pending, { query: { limit: 0 } }, { enabled: awards, refetchInterval: refreshEvery })
  const paid = useCall(payments.waiting, {}, { enabled: money, refetchInterval: refreshEvery })
  const moved = useCall(transactions.waiting, {}, { enabled: decides, refetchInterval: refreshEvery })
  const weeks = useCall(accountBalance.waiting, {}, { enabled: closes, refetchInterval: refreshEvery })
  const disputed = useCall(statements.waiting, {}, { enabled: money, refetchInterval: refreshEvery })
  const given = useCall(fundMovements.waiting, {}, { enabled: funds, refetchInterval: refreshEvery })
  const registers = useCall(cashManage.waiting, {}, { enabled: cash, refetchInterval: refreshEvery })
  const sent = counted(registers.data?.count, 'caja por aprobar', 'cajas por aprobar')
  const counts = {
    'manage-draws': counted(results.data?.count),
    'payment-record': counted(paid.data?.count),
    'transactions-pending': counted(moved.data?.count),
    'cash-registers': sent,
    'agency-cash-register': sent,
    'cash-funds': counted(given.data?.count, 'entrega por aceptar', 'entregas por aceptar'),
    'account-balance': together(
      counted(weeks.data?.count, 'semana por cerrar', 'semanas por cerrar'),
      counted(disputed.data?.count, 'semana en disputa', 'semanas en disputa'),
    ),
  }
  return Object.fromEntries(Object.entries(counts).flatMap(([key, count]) => (count ? [[key, count]] : [])))
}
