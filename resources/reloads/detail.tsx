/** One reload: from where, to whom, and the debt that it carried. */
import { payments } from '@contract/payments.ts'
import type { ReloadRow } from '@contract/reloads.ts'
import { formatInstant } from '@contract/values/dates.ts'
import { formatMoney } from '@contract/values/money.ts'
import { useSession } from '@providers/session.ts'
import { Link } from 'react-router'
import { Facts, type Fact } from '@/kit/page/facts.tsx'
import { useRegistryPaths } from '@/kit/screen/registry.ts'

const said = (label: string, value: string | null): Fact[] => (value ? [{ label, value }] : [])

export function ReloadDetail({ row }: { row: ReloadRow }) {
  const { zone } = useSession()
  const paths = useRegistryPaths(payments)
  const decided = row.decided_at && formatInstant(row.decided_at, zone)
  return (
    <Facts
      layout="lines"
      facts={[
        { label: 'Monto', value: <strong>{formatMoney(row.amount, row.currency, true)}</strong> },
        { label: 'Entregó', value: row.fund_name ? `${row.giver_name}, ${row.fund_name}` : row.giver_name },
        { label: 'Recibe', value: `${row.office_name}, ${row.agency_name}` },
        { label: 'Entregada', value: [formatInstant(row.created_at, zone), row.created_by].filter(Boolean).join(', ') },
        ...(decided ? said('Decidida', [decided, row.decided_by].filter(Boolean).join(', ')) : []),
        ...said('Concepto', row.concept),
        ...said('Observación', row.observation),
        ...(row.payment_id === null
          ? []
          : [
              {
                label: 'Recibo de la deuda',
                value: <Link to={paths.record(row.payment_id)}>{row.receipt}</Link>,
              },
            ]),
      ]}
    />
  )
}
