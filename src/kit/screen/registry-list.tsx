/** The list of a registry, with its main action. */
import { PlusOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useCallback } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useCan } from '@providers/session.ts'
import { Page } from '../page/page.tsx'
import { useBulk } from './bulk.tsx'
import { ListTable } from './list-table.tsx'
import { useRecordActions } from './record-actions.tsx'
import { RecordDialogs } from './record-dialogs.tsx'
import { newText, useRegistryPaths, type ListRow, type Registry, type RegistryEntity } from './registry.ts'

/** Whoever may not create sees everything and no button that writes. */
export function RegistryList<E extends RegistryEntity>({ screen }: { screen: Registry<E> }) {
  const { entity, said } = screen
  const navigate = useNavigate()
  const { search } = useLocation()
  const paths = useRegistryPaths(entity)
  const creates = useCan(entity.create.access) && said.create !== undefined
  const writes = useCan(entity.update.access)
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
  const { selection, onQuery, bar } = useBulk(screen, writes)
  const list = (
    <ListTable<E['list']>
      list={entity.list}
      columns={said.columns}
      rowName={said.name}
      storageKey={said.key ?? entity.name}
      hrefOf={hrefOf}
      onRowClick={(row) => void navigate(hrefOf(row))}
      {...(writes && { rowActions: actionsOf })}
      {...(selection && { selection })}
      {...(onQuery && { onQuery })}
      empty={{
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
  return (
    <Page title={said.title} filters={said.views} actions={create}>
      {said.body ? said.body(list) : list}
      {bar}
      <RecordDialogs screen={screen} />
      {dialog}
    </Page>
  )
}
