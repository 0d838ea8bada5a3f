/** The columns of a file and what each is; named once, the system knows them from then on. */
import { Button } from 'antd'
import { useState } from 'react'
import { externalFieldLabels, externalFields, leftOutLabels, type ExternalField } from '@contract/external-file.ts'
import { externalSales } from '@contract/external-sales.ts'
import type { ExternalLoad } from '@contract/external-loads.ts'
import { useAction, useEndpointCache } from '@providers/queries.ts'
import { Select } from '@/kit/form/select.tsx'
import { matchesText } from '@/kit/form/typing.tsx'
import { Panel } from '@/kit/page/panel.tsx'
import { FigureTable } from '@/kit/table/figure-table.tsx'

const none = 'ninguno'
const options = [
  { value: none, label: leftOutLabels.column },
  ...externalFields.map((field) => ({ value: field as string, label: externalFieldLabels[field] })),
]

export function LoadColumns({ load }: { load: ExternalLoad }) {
  const [opened, setOpened] = useState(false)
  if (!opened && load.missing.length === 0)
    return (
      <div>
        <Button size="small" type="link" style={{ padding: 0 }} aria-expanded={false} onClick={() => setOpened(true)}>
          Columnas del archivo: {load.columns.filter(({ field }) => field !== null).length} de {load.columns.length} en
          uso
        </Button>
      </div>
    )
  return <ColumnsPanel load={load} />
}

type Choices = Readonly<Record<string, ExternalField | null>>

/** Saves what changed, then reads the file by it. */
function useColumns(load: ExternalLoad) {
  const [changed, setChanged] = useState<Choices>({})
  const [saving, setSaving] = useState(false)
  const assign = useAction(externalSales.assign, { success: false })
  const reread = useAction(externalSales.reread, { success: 'Las columnas quedaron guardadas para este sistema.' })
  const { invalidate } = useEndpointCache()
  const { system_id } = load
  const save = async () => {
    setSaving(true)
    try {
      for (const [name, field] of Object.entries(changed))
        if (!(await assign.run({ body: { system_id, kind: 'column', name, field } }))) return
      if (await reread.run({ params: { id: load.id } })) setChanged({})
    } finally {
      await invalidate(externalSales)
      setSaving(false)
    }
  }
  const choose = (name: string, field: ExternalField | null) => setChanged((all) => ({ ...all, [name]: field }))
  return { changed, saving, choose, save }
}

function ColumnsPanel({ load }: { load: ExternalLoad }) {
  const { changed, saving, choose, save } = useColumns(load)
  const rows = load.columns.flatMap(({ name, field }, at) => (name === '' ? [] : [{ at, name, field }]))
  return (
    <Panel
      title="Columnas del archivo"
      note={`El encabezado está en la fila ${load.header_row}. Lo que elija vale para los próximos archivos de ${load.system_name}.`}
      actions={
        <Button
          type="primary"
          loading={saving}
          disabled={Object.keys(changed).length === 0}
          onClick={() => void save()}
        >
          Guardar columnas
        </Button>
      }
    >
      <FigureTable
        caption="Qué es cada columna"
        rows={rows}
        rowKey={({ at }) => at}
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
                style={{ minWidth: 140 }}
                aria-label={`Qué es la columna ${name}`}
                value={(name in changed ? changed[name] : field) ?? none}
                options={options}
                disabled={saving}
                onChange={(chosen) => choose(name, chosen === none ? null : (chosen as ExternalField))}
              />
            ),
          },
        ]}
      />
    </Panel>
  )
}
