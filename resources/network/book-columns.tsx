/** What each column of a workbook is taken for; said once, it is known from then on. */
import { Button } from 'antd'
import { useState } from 'react'
import { missingColumns, networkColumns, networkSheetLabels } from '@contract/network-sheets.ts'
import { network, type NetworkImport, type ReadNetworkSheet } from '@contract/network.ts'
import { useAction } from '@providers/queries.ts'
import { Select } from '@/kit/form/select.tsx'
import { matchesText } from '@/kit/form/typing.tsx'
import { Panel } from '@/kit/page/panel.tsx'
import { FigureTable } from '@/kit/table/figure-table.tsx'

const none = 'ninguno'

/** Columns that nothing is read from, though they have a name: shown at once where a row misses one. */
const unread = ({ columns }: ReadNetworkSheet) => columns.filter(({ field }) => field === null)

export function BookColumns({ one }: { one: NetworkImport }) {
  const [opened, setOpened] = useState(false)
  const missing = one.sheets.filter(
    ({ sheet, columns }) => columns.length > 0 && missingColumns(sheet, columns).length > 0,
  )
  const left = one.sheets.reduce((sum, sheet) => sum + unread(sheet).length, 0)
  const shown = opened ? one.sheets : missing
  return (
    <>
      {!opened && (
        <div>
          <Button size="small" type="link" style={{ padding: 0 }} aria-expanded={false} onClick={() => setOpened(true)}>
            Columnas del libro{left > 0 ? `: ${left} sin usar` : ''}
          </Button>
        </div>
      )}
      {shown.map((sheet) => (
        <SheetColumns key={sheet.sheet} id={one.id} sheet={sheet} />
      ))}
    </>
  )
}

function SheetColumns({ id, sheet: { sheet, columns } }: { id: number; sheet: ReadNetworkSheet }) {
  const [changed, setChanged] = useState<Readonly<Record<string, string | null>>>({})
  const save = useAction(network.columns, {
    success: 'Las columnas quedaron guardadas. El libro se revisa de nuevo.',
    invalidates: [network],
  })
  const options = [
    { value: none, label: 'No se usa' },
    ...Object.entries(networkColumns[sheet]).map(([field, { title }]) => ({ value: field, label: title })),
  ]
  return (
    <Panel
      title={`Columnas de ${networkSheetLabels[sheet]}`}
      note="Lo que elija vale también para sus próximos libros."
      actions={
        <Button
          type="primary"
          loading={save.pending}
          disabled={Object.keys(changed).length === 0}
          onClick={() =>
            void save
              .run({
                params: { id },
                body: { sheet, columns: Object.entries(changed).map(([name, field]) => ({ name, field })) },
              })
              .then((saved) => saved && setChanged({}))
          }
        >
          Guardar columnas
        </Button>
      }
    >
      <FigureTable
        caption="Qué es cada columna"
        rows={columns}
        rowKey={({ name }, at) => `${at}:${name}`}
        columns={[
          { title: 'Columna', text: true, render: ({ name }) => name },
          {
            title: 'Es',
            text: true,
            render: ({ name, field }) => (
              <Select
                size="small"
                showSearch
                filterOption={matchesText}
                style={{ minWidth: 180 }}
                aria-label={`Qué es la columna ${name}`}
                value={(name in changed ? changed[name] : field) ?? none}
                options={options}
                disabled={save.pending}
                onChange={(chosen: string) =>
                  setChanged((all) => ({ ...all, [name]: chosen === none ? null : chosen }))
                }
              />
            ),
          },
        ]}
      />
    </Panel>
  )
}
