/** What a key means in a sheet, while no cell is being edited. */
import { isWords, type Valued } from './values.ts'
import { clampPosition, type CellPosition, type Size } from './ranges.ts'

export type GridCommand =
  | { kind: 'move'; to: (from: CellPosition, size: Size, page: number) => CellPosition; extend: boolean }
  | { kind: 'edit' }
  | { kind: 'type'; text: string }
  | { kind: 'clear' | 'fill' | 'undo' | 'redo' | 'all' | 'escape' }

interface Pressed {
  key: string
  ctrlKey: boolean
  metaKey: boolean
  shiftKey: boolean
  altKey: boolean
}

const steps: Record<string, readonly [down: number, across: number]> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
}
const withCtrl: Record<string, 'fill' | 'undo' | 'redo' | 'all'> = { d: 'fill', z: 'undo', y: 'redo', a: 'all' }

/**
 * Null leaves the key to the browser. Tab is left to it too: from a cell it goes on to what follows the sheet.
 * A cell that says yes or no takes the first letter of either, and the space bar; one of words begins with any letter.
 */
export function commandOf(
  { key, ctrlKey, metaKey, shiftKey, altKey }: Pressed,
  of: Pick<Valued, 'kind'> = {},
): GridCommand | null {
  const control = ctrlKey || metaKey
  if (altKey) return null
  if (control && key.toLowerCase() === 'z' && shiftKey) return { kind: 'redo' }
  const control_command = control ? withCtrl[key.toLowerCase()] : undefined
  if (control_command) return { kind: control_command }
  const move = moveOf(key, control)
  if (move) return { kind: 'move', to: move, extend: shiftKey }
  if (control) return null
  if (key === 'Enter' || key === 'F2' || (of.kind === 'flag' && key === ' ')) return { kind: 'edit' }
  if (key === 'Delete' || key === 'Backspace') return { kind: 'clear' }
  if (key === 'Escape') return { kind: 'escape' }
  // What an amount may begin with; letters are the page's own shortcuts.
  const begins = isWords(of) ? /^\S$/u : of.kind === 'flag' ? /^[sn01]$/i : /^[\d.,]$/
  return begins.test(key) ? { kind: 'type', text: key } : null
}

function moveOf(
  key: string,
  control: boolean,
): ((from: CellPosition, size: Size, page: number) => CellPosition) | null {
  const step = steps[key]
  if (step) {
    const [down, across] = control ? [step[0] * 1e9, step[1] * 1e9] : step
    return ({ row, column }) => ({ row: row + down, column: column + across })
  }
  if (key === 'Home') return ({ row }) => ({ row: control ? 0 : row, column: 0 })
  if (key === 'End') return ({ row }, { rows, columns }) => ({ row: control ? rows - 1 : row, column: columns - 1 })
  if (key === 'PageUp') return ({ row, column }, _size, page) => ({ row: row - page, column })
  if (key === 'PageDown') return ({ row, column }, _size, page) => ({ row: row + page, column })
  return null
}

/** Where a move ends, within the sheet. */
export function movedTo(
  command: Extract<GridCommand, { kind: 'move' }>,
  from: CellPosition,
  size: Size,
  page: number,
): CellPosition {
  return clampPosition(command.to(from, size, page), size) ?? from
}
