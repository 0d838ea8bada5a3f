/** Saving a sheet's edits at once: what the server refuses stands on its cell, and what another saved meanwhile is asked, never written over. */
import { useState } from 'react'
import type { Answer, Arguments, Endpoint } from '@contract/endpoint.ts'
import type { ProblemBody } from '@contract/problems.ts'
import { amount } from '@contract/values/money.ts'
import { useNotice } from '@providers/notifications.ts'
import { useAction } from '@providers/queries.ts'
import { refusal } from '../form/errors.ts'
import { useProblem } from '../form/form.tsx'
import type { GridEditing } from './editing.ts'
import type { Edit } from './edits.ts'
import { isUnread } from '../form/money-reading.ts'

/** A cell that both changed, to different values. */
interface GridClash<Data> {
  edit: Edit<Data>
  /** The own value that the edit began from. */
  before: string | null
}

/** What one call takes. */
interface SavedRow<Data> {
  data: Data
  amount: string | null
  before: string | null
}

export interface GridSaving<Data> {
  /** By path: what the contract refuses at once, and what the server refused until the cell is edited or saved again. */
  faults: ReadonlyMap<string, string>
  /** What belongs to no cell. */
  message: string | null
  clashes: readonly GridClash<Data>[]
  pending: boolean
  /** Why it cannot be saved as it stands; null when it can. */
  blocked: string | null
  save: () => void
  discard: () => void
  /** Keeps mine (`true`) or takes theirs for one clash. */
  choose: (clash: GridClash<Data>, mine: boolean) => void
}

export interface GridSavingOptions<Data, E extends Endpoint> {
  editing: GridEditing<Data>
  endpoint: E
  /** Most rows of one call. */
  most: number
  args: (rows: readonly SavedRow<Data>[]) => Arguments<E>
  /** The path of a row of the server's, which names the cell as `Data` does. */
  pathOf: (row: Data) => string
  invalidates: readonly { name: string }[]
  success: (answer: Answer<E>) => string
}

/** Rows of a `changed_meanwhile`: each with the own value that holds now. */
function movedRows<Data>(problem: ProblemBody): readonly (Data & { own: string | null })[] {
  return Array.isArray(problem['rows']) ? (problem['rows'] as (Data & { own: string | null })[]) : []
}

export function useGridSaving<Data, E extends Endpoint>(options: GridSavingOptions<Data, E>): GridSaving<Data> {
  const { editing, endpoint, pathOf } = options
  const [sent, setSent] = useState<readonly Edit<Data>[]>([])
  const [refused, setRefused] = useState<ReadonlyMap<string, Edit<Data> & { text: string }>>(new Map())
  const [message, setMessage] = useState<string | null>(null)
  const [clashes, setClashes] = useState<readonly GridClash<Data>[]>([])
  const notice = useNotice()
  const action = useAction(endpoint, { invalidates: options.invalidates, success: false })
  useProblem(action.problem, (problem) => {
    if (problem.code === 'changed_meanwhile') {
      const moved = movedRows<Data>(problem)
      const now = new Map(moved.map((row) => [pathOf(row), row.own] as const))
      setClashes(
        sent.flatMap(({ cell, value }) =>
          now.has(cell.path) && now.get(cell.path) !== value
            ? [{ edit: { cell: { ...cell, own: now.get(cell.path)! }, value }, before: cell.own }]
            : [],
        ),
      )
      editing.rebase(now)
      return
    }
    const faults = (problem.errors ?? []).flatMap(({ path, message: text }) => {
      const edit = sent[Number(/^rows\.(\d+)/.exec(path)?.[1])]
      return edit ? [[edit.cell.path, { ...edit, text }] as const] : []
    })
    setRefused(new Map(faults))
    setMessage(faults.length === 0 ? problem.detail : null)
  })
  const faults = faultsOf(editing, refused)
  const blocked = whyBlocked(editing, clashes.length, options.most)
  const save = async () => {
    const edits = [...editing.edits.values()]
    setSent(edits)
    setRefused(new Map())
    setMessage(null)
    const answer = await action.run(
      options.args(edits.map(({ cell, value }) => ({ data: cell.data, amount: value, before: cell.own }))),
    )
    if (answer === undefined) return
    editing.unsaved.release()
    editing.discard()
    notice.success(options.success(answer))
  }
  return {
    faults,
    message,
    blocked,
    clashes: clashes.filter(({ edit }) => editing.edits.has(edit.cell.path)),
    pending: action.pending,
    save: () => void save(),
    discard: () => {
      editing.discard()
      setClashes([])
      setRefused(new Map())
      setMessage(null)
    },
    choose: (clash, mine) => {
      setClashes((before) => before.filter((one) => one !== clash))
      if (!mine) editing.apply([{ cell: clash.edit.cell, value: clash.edit.cell.own }])
    },
  }
}

/** A fault of the server's stands for as long as the cell says what was refused. */
function faultsOf<Data>(
  { edits }: GridEditing<Data>,
  refused: ReadonlyMap<string, Edit<Data> & { text: string }>,
): ReadonlyMap<string, string> {
  return new Map(
    [...edits.values()].flatMap(({ cell, value }): [string, string][] => {
      const own = value === null ? null : refusal(amount, value)
      const theirs = refused.get(cell.path)
      const fault = own ?? (theirs && theirs.value === value ? theirs.text : null)
      return fault === null ? [] : [[cell.path, fault]]
    }),
  )
}

function whyBlocked<Data>({ edits }: GridEditing<Data>, clashes: number, most: number): string | null {
  const unread = [...edits.values()].filter(({ value }) => isUnread(value)).length
  if (unread > 0) return unread === 1 ? 'Aclare un monto para guardar.' : `Aclare ${unread} montos para guardar.`
  if (clashes > 0) return 'Elija qué queda en los valores que otra persona cambió.'
  if (edits.size > most) return `Guarde hasta ${most} cambios a la vez.`
  return null
}
