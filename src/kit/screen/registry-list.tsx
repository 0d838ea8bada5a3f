/** The list of a registry, with its main action. */
import { PlusOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useCallback } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useCan } from '@providers/session.ts'
import { Page } from '../page/page.tsx'
import { DateRange } from '../values/date-range.tsx'
import { usePeriod } from '../values/period.ts'
import { useBulk } from './bulk.tsx'
import { factsOf, ListTable } from './list-table.tsx'
import { useRecordActions } from './record-actions.tsx'
import { RecordDialogs } from './record-dialogs.tsx'
import { newText, nobody, useRegistryPaths, type ListRow, type Registry, type RegistryEntity } from './registry.ts'

export interface RegistryListProps<E extends RegistryEntity> {
  screen: Registry<E>
}

/** Its list, the button that makes a new one, and what opens over both. Whoever may not create sees no button that writes. */
export function useRegistryList<E extends RegistryEntity>(screen: Registry<E>) {
  const { entity, said } = screen
  const navigate = useNavigate()
  const { search } = useLocation()
  const paths = useRegistryPaths(entity)
  const creates = useCan(entity.create?.access ?? nobody) && said.create !== undefined
  const writes = useCan((entity.update ?? said.bulk?.endpoint)?.access ?? nobody)
  const acts = writes && (entity.update ?? said.actions) !== undefined
  const { actionsOf, dialog } = useRecordActions(screen)
  const hrefOf = useCallback(
    (row: ListRow<E>) => {
      const { id } = row as { id: number }
      const first = said.page?.tabs[0]
      // A drawer opens over the list as it is filtered.
      return first ? paths.tab(id, first.segment) : `${paths.record(id)}${search}`
    },
    [paths, said, search],
  )
  const create = creates && (
    <Button
      type="primary"
      icon={<PlusOutlined aria-hidden="true" />}
      onClick={() => void navigate({ pathname: paths.create, search })}
    >
      {newText(said)}
    </Button>
  )
  const { fixed } = said
  const { selection, onQuery, bar } = useBulk(screen, writes)
  const list = (
    <ListTable<E['list']>
      list={entity.list}
      columns={said.columns}
      rowName={said.name}
      storageKey={entity.name}
      {...(fixed && { fixed: fixed as never })}
      hrefOf={hrefOf}
      onRowClick={(row) => void navigate(hrefOf(row))}
      {...(acts && { rowActions: actionsOf })}
      {...(selection && { selection })}
      {...(onQuery && { onQuery })}
      empty={{
        ...(fixed && { of_any_day: true as const }),
        title: said.empty.title,
        text: creates ? said.empty.text : (said.empty.read_only ?? said.empty.text),
        action: (create || said.empty.next) && (
          <>
            {create}
            {said.empty.next}
          </>
        ),
      }}
    />
  )
  const over = (
    <>
      {bar}
      <RecordDialogs screen={screen} />
      {dialog}
    </>
  )
  return { list, create, over }
}

export function RegistryList<E extends RegistryEntity>({ screen }: RegistryListProps<E>) {
  const { list, create, over } = useRegistryList(screen)
  const facts = factsOf(screen.entity.list)
  const period = usePeriod(facts.period?.preset)
  return (
    <Page
      title={screen.said.title}
      {...(facts.period && !screen.said.fixed && { period: <DateRange control={period} /> })}
      actions={create}
    >
      {list}
      {over}
    </Page>
  )
}
