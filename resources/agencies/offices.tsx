/** The ticket offices of one agency: whether they live and what they sold; each opens where offices are kept. */
import { ticketOffices } from '@contract/ticket-offices.ts'
import { EmptyState } from '@/kit/page/empty.tsx'
import { ListTable } from '@/kit/screen/list-table.tsx'
import { useRegistryPaths } from '@/kit/screen/registry.ts'

export function AgencyOffices({ agencyId }: { agencyId: number }) {
  const paths = useRegistryPaths(ticketOffices)
  return (
    <ListTable
      list={ticketOffices.list}
      fixed={{ partner_id: agencyId }}
      columns={[
        { key: 'name', fixed: true },
        'code',
        'live',
        'status',
        'last_sale_at',
        { key: 'sold_today', align: 'right' },
        'users',
        'software_version',
        'pending_command',
      ]}
      rowName={(row) => row.name}
      storageKey="agencyOffices"
      hrefOf={(row) => paths.record(row.id)}
      empty={
        <EmptyState title="Ninguna taquilla" text="Las taquillas de esta agencia se crean en Registro, Taquillas." />
      }
    />
  )
}
