/** The list of agencies. */
import { PlusOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useMemo } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { agencies } from '@contract/agencies.ts'
import { rules } from '@contract/access/rules.ts'
import { useCan, useSession } from '@providers/session.ts'
import { DataTable } from '@/kit/table/data-table.tsx'
import { EmptyState } from '@/kit/page/empty.tsx'
import { Page } from '@/kit/page/page.tsx'
import { useUrlState } from '@/kit/page/url-state.ts'
import { useAgencyActions } from './actions.tsx'
import { agencyColumns } from './columns.tsx'
import { AgencyDialogs } from './dialogs.tsx'
import { AgencyFilterControls, useActiveFilters } from './filters.tsx'
import { agencyFilters, agencyPaths } from './paths.ts'

/** Users without `registryWrite` see everything and no button that writes. */
export function AgencyList() {
  const navigate = useNavigate()
  const { search } = useLocation()
  const { zone } = useSession()
  const writes = useCan(rules.registryWrite)
  const [state, set] = useUrlState(agencyFilters)
  const active = useActiveFilters({ state, set })
  const columns = useMemo(() => agencyColumns(zone), [zone])
  const { actionsOf, dialog } = useAgencyActions()
  const create = () => void navigate({ pathname: agencyPaths.create, search })
  const createButton = writes && (
    <Button type="primary" icon={<PlusOutlined />} onClick={create}>
      Nueva agencia
    </Button>
  )
  return (
    <Page title="Agencias" actions={createButton}>
      <DataTable
        endpoint={agencies.list}
        filters={state}
        columns={columns}
        rowKey={(row) => row.id}
        rowName={(row) => row.name}
        caption="Agencias"
        storageKey="agencies"
        defaultSort="name"
        searchPlaceholder="Buscar por nombre, código o documento"
        onRowClick={(row) => void navigate(agencyPaths.general(row.id))}
        {...(writes && { rowActions: actionsOf })}
        toolbar={<AgencyFilterControls state={state} set={set} />}
        activeFilters={active}
        onClearFilters={() =>
          set({ status: undefined, partner_id: undefined, state_id: undefined, currency: undefined })
        }
        empty={
          <EmptyState
            title="Aún no hay agencias"
            text={
              writes
                ? 'Cree la primera: nace con la configuración de su padre y luego se le agregan taquillas.'
                : 'Cuando la banca registre una agencia, aparecerá aquí.'
            }
            action={createButton}
          />
        }
      />
      <AgencyDialogs />
      {dialog}
    </Page>
  )
}
