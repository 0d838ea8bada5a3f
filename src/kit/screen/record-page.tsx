/** One record on a page of its own, with its tabs. */
import { DownOutlined } from '@ant-design/icons'
import { Button, Dropdown, Skeleton, Tabs } from 'antd'
import { useRef } from 'react'
import { Navigate, Outlet, useLocation, useNavigate, useOutletContext, useParams } from 'react-router'
import { addressOf } from '@contract/address.ts'
import { byId, type Arguments } from '@contract/endpoint.ts'
import { useCall } from '@providers/queries.ts'
import { Page } from '../page/page.tsx'
import { Panel } from '../page/panel.tsx'
import { ProblemView } from '../page/problem-view.tsx'
import { RecordHeader } from '../page/record-header.tsx'
import { usePhone } from '../table/phone.ts'
import { ActiveTag } from '../values/status-tag.tsx'
import { useRecordActions } from './record-actions.tsx'
import { RecordDialogs } from './record-dialogs.tsx'
import { RecordFacts, RecordRead } from './record-facts.tsx'
import { RecordForm, type RecordFormProps } from './record-form.tsx'
import {
  oneText,
  useRegistryPaths,
  type ListRow,
  type RecordRow,
  type RecordTabSpec,
  type Registry,
  type RegistryEntity,
} from './registry.ts'

interface ScreenProps<E extends RegistryEntity> {
  screen: Registry<E>
}

/** The frame of all tabs. An id that is no number is nobody's record. */
export function RecordPage<E extends RegistryEntity>({ screen }: ScreenProps<E>) {
  const parsed = byId.safeParse(useParams())
  const { list } = useRegistryPaths(screen.entity)
  return parsed.success ? (
    <Opened key={parsed.data.id} screen={screen} id={parsed.data.id} />
  ) : (
    <Navigate to={list} replace />
  )
}

/** The first tab, for an address that names none. */
export function ToFirstTab<E extends RegistryEntity>({ screen }: ScreenProps<E>) {
  const paths = useRegistryPaths(screen.entity)
  const { id } = useParams()
  const { search } = useLocation()
  const pathname = paths.tab(Number(id), screen.said.page?.tabs[0]?.segment ?? '')
  return <Navigate to={{ pathname, search }} replace />
}

function Opened<E extends RegistryEntity>({ screen, id }: ScreenProps<E> & { id: number }) {
  const { entity, said } = screen
  const navigate = useNavigate()
  const paths = useRegistryPaths(entity)
  const result = useCall(entity.show, { params: { id } } as Arguments<E['show']>)
  if (result.data) return <Loaded screen={screen} row={result.data as RecordRow<E>} />
  const title = oneText(said)
  return (
    <Page title={title} subtitle={<RecordHeader back={{ to: paths.list, label: said.title }} />}>
      {result.isError ? (
        <ProblemView
          error={result.error}
          onRetry={() => void result.refetch()}
          action={<Button onClick={() => void navigate(paths.list)}>Ir a la lista</Button>}
        />
      ) : (
        <Panel label={title}>
          <Skeleton active title={false} paragraph={{ rows: 8 }} />
        </Panel>
      )}
    </Page>
  )
}

function Loaded<E extends RegistryEntity>({ screen, row }: ScreenProps<E> & { row: RecordRow<E> }) {
  const { entity, said } = screen
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const phone = usePhone()
  const paths = useRegistryPaths(entity)
  const actions = useRecordActions(screen, () => void navigate(paths.list))
  const { id, status } = row as unknown as { id: number; status?: 'activo' | 'inactivo' }
  const listed = row as ListRow<E>
  const tabs = said.page?.tabs ?? []
  const open = tabs.find((tab) => pathname.endsWith(`/${tab.segment}`)) ?? tabs[0]
  const opener = useRef<HTMLButtonElement>(null)
  const items = actions.actionsOf(listed).filter((action) => action.key !== 'update')
  return (
    <Page
      title={said.name(listed)}
      subtitle={
        <RecordHeader
          back={{ to: addressOf(paths.list, said.page?.back?.(row) ?? {}), label: said.title }}
          code={said.code?.(listed)}
          status={status && <ActiveTag status={status} />}
          note={said.page?.note?.(row)}
        />
      }
      actions={
        items.length > 0 && (
          <Dropdown
            trigger={['click']}
            menu={{
              items: items.map(({ key, label, icon, danger }) => ({ key, label, icon, danger: danger ?? false })),
              onClick: ({ key }) => {
                // The menu goes: what opens from it gives the keyboard back to its button.
                opener.current?.focus()
                items.find((one) => one.key === key)?.onSelect()
              },
            }}
          >
            <Button ref={opener}>
              Acciones <DownOutlined aria-hidden="true" />
            </Button>
          </Dropdown>
        )
      }
      {...(tabs.length > 1 && {
        tabs: (
          <Tabs
            tabBarGutter={phone ? 16 : 32}
            activeKey={open?.segment ?? ''}
            onChange={(segment) => void navigate(paths.tab(id, segment))}
            items={tabs.map(({ segment, label, short }) => ({ key: segment, label: phone && short ? short : label }))}
          />
        ),
      })}
    >
      {said.page?.notice?.(row)}
      <Outlet context={row satisfies RecordRow<E>} />
      <RecordDialogs screen={screen} />
      {actions.dialog}
    </Page>
  )
}

/** A tab's own view, or the record's form and facts. */
export function RecordTab<E extends RegistryEntity>({
  screen,
  tab,
}: ScreenProps<E> & { tab: RecordTabSpec<RecordRow<E>> }) {
  const row = useOutletContext<RecordRow<E>>()
  return tab.render ? tab.render(row) : <RecordGeneral screen={screen} row={row} />
}

/** A record's form, or the same in words, and beside it what is known of it. */
export function RecordGeneral<E extends RegistryEntity>(props: Pick<RecordFormProps<E>, 'screen' | 'row' | 'asked'>) {
  const { screen, row } = props
  const editable = (row as { actions?: readonly string[] }).actions?.includes('update')
  return (
    <div className="record-general">
      <Panel label="Datos">{editable ? <RecordForm {...props} /> : <RecordRead screen={screen} row={row} />}</Panel>
      {screen.said.facts && (
        <Panel as="aside" label="Resumen">
          <RecordFacts screen={screen} row={row} />
        </Panel>
      )}
    </div>
  )
}
