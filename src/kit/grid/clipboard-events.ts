/** Copying from a sheet and pasting into it, and what is said of either. */
import { useState, type ClipboardEvent } from 'react'
import { rangeText, pasteEdits, pastedText, type PasteEdits, type SheetView } from './actions.ts'
import type { Edit } from './edits.ts'
import { areaOf, type CellRange } from './ranges.ts'

/** `typing`: the clipboard is the field's. `change` is null where nothing may be edited. */
export function useGridClipboard<Row, Data>(
  sheet: SheetView<Row, Data>,
  range: CellRange,
  typing: boolean,
  change: ((more: readonly Edit<Data>[]) => void) | null,
) {
  const [said, setSaid] = useState('')
  const [lost, setLost] = useState<PasteEdits<Data>['lost']>([])
  return {
    said,
    /** What the last paste had no place for. */
    lost,
    forgetLost: () => setLost([]),
    events: {
      onCopy: (event: ClipboardEvent) => {
        if (typing) return
        event.clipboardData.setData('text/plain', rangeText(sheet, range))
        event.preventDefault()
        setSaid(areaOf(range) === 1 ? 'Copiada 1 celda' : `Copiadas ${areaOf(range)} celdas`)
      },
      onPaste: (event: ClipboardEvent) => {
        if (typing || !change) return
        event.preventDefault()
        const result = pasteEdits(sheet, range, event.clipboardData.getData('text/plain'))
        change(result.edits)
        setLost(result.lost)
        setSaid(pastedText(result))
      },
    },
  }
}
