/** One partner in one currency: how much of its limits is used, and setting them. */
import { useMemo, useState } from 'react'
import { titleOf } from '@contract/field.ts'
import { limitsForm, salesControl, type ControlRow } from '@contract/sales-control.ts'
import { currencyFacts } from '@contract/values/currency.ts'
import { formatInstant } from '@contract/values/dates.ts'
import { formatDecimal, formatMoney, ratioPercent } from '@contract/values/money.ts'
import { useSession } from '@providers/session.ts'
import { FormActions } from '@/kit/form/fields.tsx'
import { ServerFormView, useServerForm } from '@/kit/form/form.tsx'
import { Facts, type Fact } from '@/kit/page/facts.tsx'
import { FormFields } from '@/kit/screen/form-fields.tsx'

const { shape } = salesControl.list.list.row
const titled = (name: keyof typeof shape) => titleOf(shape[name]) ?? name
const asked = limitsForm.omit({ currency: true })

export function ControlDetail({ row }: { row: ControlRow }) {
  const { zone } = useSession()
  const amount = (value: string) => formatMoney(value, row.currency, true)
  const [limits, setLimits] = useState<Pick<ControlRow, 'week_limit' | 'debt_limit'>>(row)
  const against = (value: string, limit: string | null) =>
    limit === null
      ? amount(value)
      : `${amount(value)} de ${amount(limit)} (${formatDecimal(ratioPercent(value, limit) ?? '0')} %)`
  const facts: Fact[] = [
    { label: titled('today'), value: amount(row.today) },
    { label: titled('week'), value: against(row.week, limits.week_limit) },
    { label: titled('debt'), value: against(row.debt, limits.debt_limit) },
    { label: titled('last_sale_at'), value: row.last_sale_at ? formatInstant(row.last_sale_at, zone) : 'Nunca' },
  ]
  return (
    <div className="stack gap-md">
      <Facts layout="lines" facts={facts} />
      {row.actions.includes('limit') && <LimitsForm row={row} onSaved={setLimits} />}
    </div>
  )
}

interface LimitsFormProps {
  row: ControlRow
  onSaved: (limits: Pick<ControlRow, 'week_limit' | 'debt_limit'>) => void
}

function LimitsForm({ row, onSaved }: LimitsFormProps) {
  const { key, currency, week_limit, debt_limit, version } = row
  const start = useMemo(
    () => ({ values: { currency, week_limit, debt_limit }, version }),
    [currency, week_limit, debt_limit, version],
  )
  const form = useServerForm({
    schema: asked,
    start,
    draft: `limits:${key}:${currency}`,
    endpoint: salesControl.update,
    args: (values, known) => ({ params: { id: Number(key) }, body: { ...values, currency, version: known! } }),
    invalidates: [salesControl],
    onSaved,
    startOf: (saved) => ({
      values: { week_limit: saved.week_limit, debt_limit: saved.debt_limit },
      version: saved.version,
    }),
  })
  return (
    <ServerFormView form={form}>
      <p className="note">En {currencyFacts[currency].name.toLowerCase()}.</p>
      <FormFields />
      <FormActions save="Guardar límites" />
    </ServerFormView>
  )
}
