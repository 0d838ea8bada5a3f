/** What is to be collected from those right below, or paid by an agency itself: how much, how old, and the way to who owes it. */
import { Link } from 'react-router'
import { accountBalance } from '@contract/account-balance.ts'
import { ages, type Age } from '@contract/debt-ages.ts'
import { titleOf } from '@contract/field.ts'
import type { Currency } from '@contract/values/currency.ts'
import { isZero } from '@contract/values/money.ts'
import { useCall } from '@providers/queries.ts'
import { useCan, useSession } from '@providers/session.ts'
import { Panel } from '@/kit/page/panel.tsx'
import { ProblemView } from '@/kit/page/problem-view.tsx'
import { Money } from '@/kit/values/money.tsx'
import { ageingLink } from '../account-balance/links.ts'

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
  if (owed.isError && !owed.data)
    return (
      <Panel label={title} padding="none">
        <ProblemView error={owed.error} onRetry={() => void owed.refetch()} />
      </Panel>
    )
  const sums = owed.data?.totals[0]
  const amount = (name: Age) => (owed.data ? (sums?.[name] ?? nothing) : undefined)
  const more = (['open', 'credit'] as const).filter((name) => sums && !isZero(sums[name]))
  return (
    <section className="ticket-states row gap-md surface" aria-label={title} aria-busy={owed.isFetching}>
      <h2>{title}</h2>
      <dl className="facts grow" style={{ gridTemplateColumns: 'repeat(auto-fit, minmax(136px, 1fr))' }}>
        {[...always, ...more].map((name) => (
          <Figure
            key={name}
            label={titleOf(ages[name]) ?? name}
            value={amount(name)}
            currency={currency}
            to={ageingLink(of)}
          />
        ))}
      </dl>
    </section>
  )
}

interface FigureProps {
  label: string
  value: string | undefined
  currency: Currency
  to: string
}

function Figure({ label, value, currency, to }: FigureProps) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        {value === undefined ? (
          <span className="skeleton" aria-hidden="true">
            &nbsp;
          </span>
        ) : (
          <Link
            className="strong sorteo-figures"
            to={to}
            aria-label={`Ver la antigüedad de saldos: ${label}`}
            title="Ver quién lo debe"
          >
            <Money value={value} currency={currency} signed clear />
          </Link>
        )}
      </dd>
    </div>
  )
}
