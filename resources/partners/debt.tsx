/** What one affiliate owes today by its age, its last payment, and the ways to its statement and to report a payment. */
import { DollarOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useNavigation } from '@refinedev/core'
import type { CSSProperties } from 'react'
import { Link, useLocation } from 'react-router'
import { accountBalance } from '@contract/account-balance.ts'
import { ageNames, ages, type DebtInCurrency } from '@contract/debt-ages.ts'
import { titleOf } from '@contract/field.ts'
import { payments } from '@contract/payments.ts'
import { currencyFacts } from '@contract/values/currency.ts'
import { formatDay } from '@contract/values/dates.ts'
import { formatDecimal, formatMoney, isZero, ratioPercent } from '@contract/values/money.ts'
import { useCall } from '@providers/queries.ts'
import { useCan } from '@providers/session.ts'
import { EmptyState } from '@/kit/page/empty.tsx'
import { Facts, type Fact } from '@/kit/page/facts.tsx'
import { Panel } from '@/kit/page/panel.tsx'
import { ProblemView } from '@/kit/page/problem-view.tsx'
import { ListSkeleton } from '@/kit/page/skeletons.tsx'
import { Stack } from '@/kit/page/stack.tsx'
import type { NewState } from '@/kit/screen/registry.ts'
import { Money } from '@/kit/values/money.tsx'
import { statementLink } from '@resources/statements/sheet.ts'
import { movementsLink } from '../account-balance/links.ts'

export function PartnerDebt({ id }: { id: number }) {
  const owed = useCall(accountBalance.debt, { params: { id } })
  if (owed.isError) return <ProblemView error={owed.error} onRetry={() => void owed.refetch()} />
  if (!owed.data) return <ListSkeleton rows={6} />
  if (owed.data.data.length === 0)
    return (
      <EmptyState
        title="No debe nada, ni se le debe"
        text="Aquí está lo que debe en cada moneda desde su primera venta."
        action={<ReportPayment id={id} />}
      />
    )
  return (
    <div className="tiles gap-md" style={{ '--tile': '340px' } as CSSProperties}>
      {owed.data.data.map((one) => (
        <InCurrency key={one.currency} id={id} one={one} />
      ))}
    </div>
  )
}

/** The ages that have something; the debt itself always. */
function factsOf(one: DebtInCurrency): Fact[] {
  const amounts = ageNames
    .filter((name) => name === 'debt' || name === 'overdue' || !isZero(one[name]))
    .map((name): Fact => {
      const value = <Money value={one[name]} currency={one.currency} signed clear />
      return { label: titleOf(ages[name]) ?? name, value: name === 'debt' ? <strong>{value}</strong> : value }
    })
  const limit = one.debt_limit && {
    label: 'Límite del saldo',
    value: `${formatMoney(one.debt_limit, one.currency, true)} (usado ${formatDecimal(ratioPercent(one.debt, one.debt_limit) ?? '0')} %)`,
  }
  const paid =
    one.paid_on && one.paid
      ? `${formatMoney(one.paid, one.currency, true)}, el ${formatDay(one.paid_on)}`
      : 'Ninguno todavía'
  return [...amounts, ...(limit ? [limit] : []), { label: 'Último pago', value: paid }]
}

function InCurrency({ id, one }: { id: number; one: DebtInCurrency }) {
  return (
    <Panel title={`En ${currencyFacts[one.currency].name.toLowerCase()}`}>
      <Stack gap="sm">
        <Facts layout="lines" facts={factsOf(one)} />
        <div className="row gap-md">
          <Link to={movementsLink(id, one.currency)}>Ver los movimientos</Link>
          {one.closed_through && (
            <Link to={statementLink(id, one.closed_through)}>Estado de cuenta al {formatDay(one.closed_through)}</Link>
          )}
          <ReportPayment id={id} of={one} />
        </div>
      </Stack>
    </Panel>
  )
}

/** The form of a payment of this partner, of what of its closed weeks is open; it leads back here. */
function ReportPayment({ id, of }: { id: number; of?: DebtInCurrency }) {
  const { createUrl } = useNavigation()
  const { pathname } = useLocation()
  const state: NewState = {
    start: { partner_id: id, ...(of && { currency: of.currency }) },
    back: pathname,
  }
  return useCan(payments.create.access) ? (
    <Link to={createUrl(payments.name)} state={state}>
      <Button icon={<DollarOutlined aria-hidden="true" />}>Reportar un pago</Button>
    </Link>
  ) : null
}
