/** A new batch: lines written or pasted in a sheet, their sums as they stand, and what of them cannot be saved on its cell. */
import { Alert, Button } from 'antd'
import { useMemo } from 'react'
import { useNavigate } from 'react-router'
import { accountEntries } from '@contract/account-entries.ts'
import { batchLimits, batchSums, type BatchLine } from '@contract/entry-batch.ts'
import { countText } from '@contract/values/money.ts'
import { useCall } from '@providers/queries.ts'
import type { GridColumn } from '@/kit/grid/columns.ts'
import { useGridEditing } from '@/kit/grid/editing.ts'
import { Grid } from '@/kit/grid/grid.tsx'
import { GridHelp } from '@/kit/grid/help.tsx'
import { GridNotices } from '@/kit/grid/notices.tsx'
import { SaveBar } from '@/kit/grid/save-bar.tsx'
import { useGridSaving } from '@/kit/grid/saving.ts'
import { Page } from '@/kit/page/page.tsx'
import { usePhone } from '@/kit/table/phone.ts'
import { useToday } from '@/kit/values/period.ts'
import { BatchSums } from './batch-sums.tsx'
import {
  batchCell,
  batchFaults,
  batchFields,
  batchPathAt,
  batchRows,
  countedLines,
  entryNumbers,
  batchTitle,
  isEven,
  isLookingUp,
  lineText,
  linesOf,
  meantEdits,
  partnerTexts,
  writtenLines,
  type BatchEdits,
  type BatchField,
  type BatchRow,
  type PartnersByText,
  type WrittenLine,
} from './batch-cells.ts'
import { batchLink, booksPath } from './paths.ts'

const widths: Record<BatchField, number> = {
  day: 128,
  partner: 190,
  account: 110,
  currency: 162,
  debit: 130,
  credit: 130,
  memo: 240,
}
const words: readonly BatchField[] = ['day', 'partner', 'account', 'currency', 'memo']
const nobody: PartnersByText = new Map()

/** The partners that the texts of the sheet name; what was known of the last texts stays until more is. */
function useFound(texts: readonly string[]): PartnersByText {
  const asked = useCall(
    accountEntries.partnersNamed,
    { body: { texts: [...texts] } },
    { enabled: texts.length > 0, keepPrevious: true },
  )
  return useMemo(
    () => (asked.data ? new Map(asked.data.data.map(({ text, ...found }) => [text, found])) : nobody),
    [asked.data],
  )
}

function columnsFor(
  phone: boolean,
  written: readonly WrittenLine[],
  numbers: ReadonlyMap<number, number>,
  found: PartnersByText,
): GridColumn<BatchRow, BatchRow>[] {
  const lines = new Map(written.map((line) => [line.n, line]))
  return [
    {
      key: 'n',
      title: phone ? 'N.º' : 'Línea',
      width: phone ? 44 : 96,
      header: true,
      text: ({ n }) => String(n + 1),
      render: ({ n }) => (
        <span className="grid-name">
          <span>{n + 1}</span>
          {numbers.has(n) && !phone && <span>asiento {numbers.get(n)}</span>}
        </span>
      ),
    },
    ...batchFields.map((field) => ({
      key: field,
      title: batchTitle(field),
      width: widths[field],
      ...(words.includes(field) && { align: 'left' as const }),
      cell: (row: BatchRow) => batchCell(row, field, lines, found),
    })),
  ]
}

/** Texts that may mean several partners, or none by their whole name: each who may be meant as a button. */
function Doubts({ texts, found, onMeant }: DoubtsProps) {
  const doubtful = texts.filter((text) => (found.get(text)?.near.length ?? 0) > 0)
  if (doubtful.length === 0) return null
  return (
    <Alert
      type="warning"
      showIcon
      role="alert"
      message={countText(doubtful.length, 'afiliado por aclarar', 'afiliados por aclarar')}
      description={
        <ul className="grid-questions stack gap-xs">
          {doubtful.map((text) => (
            <li key={text}>
              «{text}»
              {found.get(text)!.near.map((one) => (
                <Button key={one.id} size="small" onClick={() => onMeant(text, one)}>
                  {one.name} ({one.code})
                </Button>
              ))}
            </li>
          ))}
        </ul>
      }
    />
  )
}
interface DoubtsProps {
  texts: readonly string[]
  found: PartnersByText
  onMeant: (text: string, partner: Parameters<typeof meantEdits>[2]) => void
}

export function NewBatchPage() {
  const navigate = useNavigate()
  const phone = usePhone()
  const today = useToday()
  const editing = useGridEditing<BatchRow>('account-entries')
  const edits: BatchEdits = editing.edits
  const written = useMemo(() => writtenLines(edits, today), [edits, today])
  const texts = useMemo(() => partnerTexts(written), [written])
  const found = useFound(texts)
  const lines = useMemo(() => linesOf(written, found), [written, found])
  const saving = useGridSaving<BatchRow, typeof accountEntries.create>({
    editing,
    endpoint: accountEntries.create,
    invalidates: [accountEntries],
    args: (sent) => ({ body: { entries: linesOf(writtenLines(sent, today), found) as BatchLine[] } }),
    pathAt: (place, sent) => batchPathAt(place, writtenLines(sent, today)),
    moved: () => new Map(),
    success: ({ batch_id, lines: saved, data }) => {
      const days = data.map(({ day }) => day).sort()
      void navigate(batchLink(batch_id, { from: days[0]!, to: days.at(-1)! }))
      return `Lote ${batch_id}: ${countText(saved, 'línea', 'líneas')} en ${countText(data.length, 'asiento', 'asientos')}.`
    },
  })
  const numbers = useMemo(() => entryNumbers(written, lines), [written, lines])
  const columns = useMemo(() => columnsFor(phone, written, numbers, found), [phone, written, numbers, found])
  const sums = batchSums(countedLines(lines))
  const searching = isLookingUp(written, found)
  const own = batchFaults(written, lines, found, today)
  // Of a name that is still looked up the contract alone would say that nobody is there.
  const faults = new Map([...saving.faults].filter(([path]) => !searching || !path.endsWith(':partner')))
  for (const [path, text] of own) faults.set(path, text)
  const blocked = searching
    ? 'Buscando los afiliados…'
    : (saving.blocked ??
      (own.size > 0 ? 'Corrija lo marcado para guardar.' : sums.every(isEven) ? null : 'El lote todavía no cuadra.'))
  return (
    <Page title="Nuevo lote" record={{ back: { to: booksPath, label: 'Asientos' } }}>
      <p className="sorteo-muted">
        Escriba las líneas, o péguelas de una hoja de cálculo en el orden de las columnas: hasta {batchLimits.lines}.
        Las que siguen una a otra hasta cuadrar son un asiento.
      </p>
      <GridNotices editing={editing} saving={saving} />
      <Doubts
        texts={texts}
        found={found}
        onMeant={(text, partner) => editing.apply(meantEdits(edits, text, partner))}
      />
      <Grid
        label="Líneas del lote"
        rows={batchRows}
        columns={columns}
        rowKey={({ n }) => String(n)}
        edits={edits}
        faults={faults}
        refused={saving.refused}
        readOnly={false}
        clearLabel="Borrar"
        onEdit={editing.apply}
        onUndo={editing.undo}
        onRedo={editing.redo}
      />
      <GridHelp readOnly={false} inherits={false} fresh />
      <SaveBar
        changes={written.map((line) => ({ label: `Línea ${line.n + 1}`, before: 'nada', after: lineText(line) }))}
        effect={<BatchSums sums={sums} />}
        pending={saving.pending}
        blocked={blocked}
        onSave={saving.save}
        onDiscard={saving.discard}
        noun={['línea', 'líneas']}
        action="Guardar lote"
      />
      {editing.unsaved.dialog}
    </Page>
  )
}
