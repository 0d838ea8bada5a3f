/** One row of a file as it was written, under the names of its columns, with what was read of it. */
import { externalFieldLabels } from '@contract/external-file.ts'
import { externalSales } from '@contract/external-sales.ts'
import type { ExternalEntryRow, ExternalLoad } from '@contract/external-loads.ts'
import { fold } from '@contract/values/text.ts'
import { Facts } from '@/kit/page/facts.tsx'
import { Stack } from '@/kit/page/stack.tsx'
import { RowFacts } from '@/kit/screen/record-facts.tsx'
import { RowDrawer } from '@/kit/screen/row-drawer.tsx'
import { useRowWalk } from '@/kit/table/shown-rows.ts'

interface EntryDrawerProps {
  load: ExternalLoad
  row: ExternalEntryRow
  /** Another row, in the place of this one. */
  onOpen: (row: ExternalEntryRow) => void
  onClose: () => void
}

const numberOf = (row: unknown) => (row as ExternalEntryRow).n

export function EntryDrawer({ load, row, onOpen, onClose }: EntryDrawerProps) {
  const walk = useRowWalk({
    list: externalSales.entries,
    idOf: numberOf,
    id: row.n,
    open: (next) => onOpen(next as ExternalEntryRow),
  })
  const cells = row.cells.map((value, at) => {
    const { name = '', field = null } = load.columns[at] ?? {}
    const title = name || `Columna ${at + 1}`
    return {
      key: String(at),
      label:
        field === null || fold(title) === fold(externalFieldLabels[field])
          ? title
          : `${title} (${externalFieldLabels[field].toLowerCase()})`,
      value: value || '—',
    }
  })
  return (
    <RowDrawer shows={row.n} walk={walk} open width={560} title={`Fila ${row.n}`} onClose={onClose}>
      <Stack gap="lg">
        <RowFacts
          list={externalSales.entries}
          row={row}
          names={['standing', 'note', 'day', 'agency_name', 'product_name', 'sold', 'prizes', 'commission']}
        />
        <section className="stack gap-xs" aria-labelledby="external-row-cells">
          <h3 id="external-row-cells">Como está en el archivo</h3>
          <Facts facts={cells} layout="lines" />
        </section>
      </Stack>
    </RowDrawer>
  )
}
