/** What is to be collected from those right below, or paid by an agency itself: how much, how old, and the way to who owes it. */
import { accountBalance } from '@contract/account-balance.ts'
import { ages, type Age } from '@contract/debt-ages.ts'
import { titleOf } from '@contract/field.ts'
import type { Currency } from '@contract/values/currency.ts'
import { isZero } from '@contract/values/money.ts'
import { useCall } from '@providers/queries.ts'
import { useCan, useSession } from '@providers/session.ts'
import { Money } from '@/kit/values/money.tsx'
import { ageingLink } from '../account-balance/links.ts'
import { FigureStrip, type StripFigure } from './figure-strip.tsx'

interface ReceivableProps {
  partner_id: number | undefined
  currency: Currency
}

export function Receivable(props: ReceivableProps) {
  return useCan(accountBalance.ageing.access) ? <Owed {...props} /> : null
}

const always: readonly Age[] = ['debt', 'overdue', 'week_1', 'week_2', 'week_3_4', 'older']
const nothing = '0.00'

function Owed({ partner_id, currency }: ReceivableProps) {
  const session = useSession()
  const of = { level: 'directos' as const, currency, ...(partner_id !== undefined && { partner_id }) }
  const owed = useCall(accountBalance.ageing, { query: { ...of, per_page: 1 } }, { keepPrevious: true })
  const isOwn = owed.data?.data[0]?.key === String(partner_id ?? session.partner_id)
  const title = isOwn ? 'Por pagar' : 'Por cobrar'
  const sums = owed.data?.totals[0]
  const amount = (name: Age) => (owed.data ? (sums?.[name] ?? nothing) : undefined)
  const more = (['open', 'credit'] as const).filter((name) => sums && !isZero(sums[name]))
  const figures = [...always, ...more].map((name): StripFigure => {
    const [label, value] = [titleOf(ages[name]) ?? name, amount(name)]
    return {
      label,
      to: ageingLink(of),
      name: `Ver la antigüedad de saldos: ${label}`,
      hint: 'Ver quién lo debe',
      shown: value && <Money value={value} currency={currency} signed clear />,
    }
  })
  return <FigureStrip title={title} call={owed} figures={figures} each={136} />
}
