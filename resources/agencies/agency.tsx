/** One agency, with its tabs *general* and *bets*. */
import { ArrowLeftOutlined, DownOutlined } from '@ant-design/icons'
import { Alert, Button, Dropdown, Skeleton, Tabs } from 'antd'
import { Link, Navigate, Outlet, useLocation, useNavigate, useOutletContext, useParams } from 'react-router'
import { agencies, type AgencyRow } from '@contract/agencies.ts'
import { byId } from '@contract/endpoint.ts'
import { useRecord } from '@providers/queries.ts'
import { Page } from '@/kit/page/page.tsx'
import { ProblemView } from '@/kit/page/problem-view.tsx'
import { ActiveTag } from '@/kit/values/status-tag.tsx'
import { useAgencyActions } from './actions.tsx'
import { AgencyBets } from './bets.tsx'
import { copiedText, type CloneNotice } from './clone.tsx'
import { AgencyDialogs } from './dialogs.tsx'
import { AgencyGeneral } from './general.tsx'
import { agencyPaths } from './paths.ts'

/** The frame of both tabs. An id that is no number is nobody's agency. */
export function AgencyScreen() {
  const parsed = byId.safeParse(useParams())
  return parsed.success ? (
    <OneAgency key={parsed.data.id} agencyId={parsed.data.id} />
  ) : (
    <Navigate to={agencyPaths.list} replace />
  )
}

function OneAgency({ agencyId }: { agencyId: number }) {
  const navigate = useNavigate()
  const result = useRecord(agencies, agencyId)
  const row: AgencyRow | undefined = result.data
  const back = (
    <Link to={agencyPaths.list} className="agency-back">
      <ArrowLeftOutlined aria-hidden="true" /> Agencias
    </Link>
  )
  if (row) return <LoadedAgency row={row} />
  if (result.isError) {
    return (
      <Page title="Agencia" subtitle={back}>
        <ProblemView
          error={result.error}
          onRetry={() => void result.refetch()}
          action={<Button onClick={() => void navigate(agencyPaths.list)}>Ir a la lista de agencias</Button>}
        />
      </Page>
    )
  }
  return (
    <Page title="Agencia" subtitle={back}>
      <div className="agency-panel">
        <Skeleton active title={false} paragraph={{ rows: 8 }} />
      </div>
    </Page>
  )
}

function LoadedAgency({ row }: { row: AgencyRow }) {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const actions = useAgencyActions(() => void navigate(agencyPaths.list))
  const tab = pathname.endsWith('/bets') ? 'bets' : 'general'
  const items = actions.actionsOf(row).filter((action) => action.key !== 'update')
  return (
    <Page
      title={row.name}
      subtitle={<AgencySubtitle row={row} />}
      actions={
        items.length > 0 && (
          <Dropdown
            trigger={['click']}
            menu={{
              items: items.map(({ key, label, icon, danger }) => ({ key, label, icon, danger: danger ?? false })),
              onClick: ({ key }) => items.find((one) => one.key === key)?.onSelect(),
            }}
          >
            <Button>
              Acciones <DownOutlined aria-hidden="true" />
            </Button>
          </Dropdown>
        )
      }
      tabs={
        <Tabs
          activeKey={tab}
          onChange={(key) => void navigate(key === 'bets' ? agencyPaths.bets(row.id) : agencyPaths.general(row.id))}
          items={[
            { key: 'general', label: 'General' },
            { key: 'bets', label: 'Jugadas' },
          ]}
        />
      }
    >
      <CopiedNotice />
      <Outlet context={row satisfies AgencyRow} />
      <AgencyDialogs />
      {actions.dialog}
    </Page>
  )
}

function AgencySubtitle({ row }: { row: AgencyRow }) {
  return (
    <span className="agency-subtitle">
      <Link to={agencyPaths.list} className="agency-back">
        <ArrowLeftOutlined aria-hidden="true" /> Agencias
      </Link>
      <span>{row.code}</span>
      <ActiveTag status={row.status} />
      <span>{row.father_name}</span>
    </span>
  )
}

/** After a clone: what came along, said once on the new agency. */
function CopiedNotice() {
  const state = useLocation().state as Partial<CloneNotice> | null
  if (!state?.copied || !state.copied_from) return null
  return (
    <Alert
      type="success"
      showIcon
      closable
      message={`Copia de ${state.copied_from}. ${copiedText(state.copied)} Revise sus datos y agregue sus taquillas.`}
    />
  )
}

/** Tab *general*. */
export function GeneralTab() {
  return <AgencyGeneral row={useOutletContext<AgencyRow>()} />
}

/** Tab *bets*. */
export function BetsTab() {
  const row = useOutletContext<AgencyRow>()
  return <AgencyBets agencyId={row.id} readOnly={!row.actions.includes('update')} />
}
