/** Copying from a sheet and pasting into it, and what is said of either. */
import { useState, type ClipboardEvent } from 'react'
import { copied, pasted, pastedText, type Pasted, type Sheet } from './actions.ts'
import type { Edit } from './edits.ts'
import { areaOf, type Range } from './ranges.ts'

/** `typing`: the clipboard is the field's. `change` is null where nothing may be edited. */
export function useGridClipboard<Row, Data>(
  sheet: Sheet<Row, Data>,
  range: Range,
  typing: boolean,
  change: ((more: readonly Edit<Data>[]) => void) | null,
) {
  const [said, setSaid] = useState('')
  const [lost, setLost] = useState<Pasted<Data>['lost']>([])
  return {
    said,
    /** What the last paste had no place for. */
    lost,
    forgetLost: () => setLost([]),
    events: {
      onCopy: (event: ClipboardEvent) => {
        if (typing) return
        event.clipboardData.setData('text/plain', copied(sheet, range))
        event.preventDefault()
        setSaid(areaOf(range) === 1 ? 'Copiada 1 celda' : `Copiadas ${areaOf(range)} celdas`)
      },
      onPaste: (event: ClipboardEvent) => {
        if (typing || !change) return
        event.preventDefault()
        const result = pasted(sheet, range, event.clipboardData.getData('text/plain'))
        change(result.edits)
        setLost(result.lost)
        setSaid(pastedText(result))
      },
    },
  }
}
