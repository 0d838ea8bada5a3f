/** Saving a sheet's edits at once: what is refused stands on its cell, and what another saved meanwhile is asked, never written over. */
import { useState } from 'react'
import type { Answer, Arguments, Endpoint } from '@contract/endpoint.ts'
import type { FieldFault, ProblemBody } from '@contract/problems.ts'
import { useToasts } from '@providers/notifications.ts'
import { useAction } from '@providers/queries.ts'
import { useProblem } from '../form/form.tsx'
import { isUnread, sameAmount } from '../form/money-reading.ts'
import type { GridEditing } from './editing.ts'
import { rebaseEdits, type Edit, type Edits } from './edits.ts'
import { unreadFault } from './values.ts'

/** Own values, by the path of their cell. */
export type OwnValues = ReadonlyMap<string, string | null>

/** A cell that both changed, to different values: what the other saved is what it has now. */
interface GridClash<Data> {
  edit: Edit<Data>
  /** The own value that the edit began from. */
  before: string | null
}

export interface GridSaving<Data> {
  /** By path: what the contract refuses at once, and what the server refused until the cell is edited or saved again. */
  faults: ReadonlyMap<string, string>
  /** The first cell that the server refused, anew with each refusal. */
  refused: { path: string } | null
  /** What belongs to no cell. */
  message: { type: 'error' | 'info'; text: string } | null
  clashes: readonly GridClash<Data>[]
  pending: boolean
  /** Why it cannot be saved as it stands; null when it can. */
  blocked: string | null
  save: () => void
  discard: () => void
  /** Keeps mine (`true`) or takes theirs for the clash of a cell. */
  choose: (path: string, mine: boolean) => void
  /** Goes on over what was saved by somebody else: what both changed is asked. */
  meet: (now: OwnValues) => void
}

export interface GridSavingOptions<Data, E extends Endpoint> {
  editing: GridEditing<Data>
  endpoint: E
  /** Most edits of one call. */
  most?: number
  args: (edits: Edits<Data>) => Arguments<E>
  /** The path of the cell whose value stands at a place of the sent body (`rows.0.amount`); undefined where none does. */
  pathAt: (place: string, sent: Edits<Data>) => string | undefined
  /** What a `changed_meanwhile` says that holds now. */
  moved: (problem: ProblemBody) => OwnValues
  invalidates: readonly { name: string }[]
  /** What was saved, in a sentence. */
  success: (answer: Answer<E>, sent: Edits<Data>) => string
}

/** A fault of the server's and what its cell said: it stands until that changes. */
interface Refused {
  text: string
  value: string | null | undefined
}

export function useGridSaving<Data, E extends Endpoint>(options: GridSavingOptions<Data, E>): GridSaving<Data> {
  const { editing, endpoint, invalidates } = options
  const { edits } = editing
  const [sent, setSent] = useState(edits)
  const [refusals, setRefusals] = useState<ReadonlyMap<string, Refused>>(new Map())
  const [refused, setRefused] = useState<{ path: string } | null>(null)
  const [message, setMessage] = useState<GridSaving<Data>['message']>(null)
  const [asked, setAsked] = useState<ReadonlyMap<string, string | null>>(new Map())
  const toasts = useToasts()
  const placedOf = (problem: ProblemBody) => placed(problem.errors ?? [], (place) => options.pathAt(place, sent))
  const action = useAction(endpoint, {
    invalidates,
    success: false,
    failure: (problem) => {
      const { on, elsewhere } = placedOf(problem)
      return problem.code !== 'changed_meanwhile' && (on.size === 0 || elsewhere !== null)
    },
  })
  const forget = () => {
    setRefusals(new Map())
    setMessage(null)
  }
  const meet = (now: OwnValues) => {
    const found = clashesOf(edits, now)
    setAsked((before) => new Map([...found, ...before]))
    editing.rebase(now)
    return found.size
  }
  useProblem(action.problem, (problem) => {
    if (problem.code === 'changed_meanwhile') {
      const now = options.moved(problem)
      if (meet(now) === 0) setMessage({ type: 'info', text: metText(rebaseEdits(edits, now).size) })
      return
    }
    const faults = placedOf(problem)
    setRefusals(new Map([...faults.on].map(([path, text]) => [path, { text, value: sent.get(path)?.value }])))
    const [first] = faults.on.keys()
    if (first !== undefined) setRefused({ path: first })
    const text = faults.elsewhere ?? (first === undefined ? problem.detail : null)
    setMessage(text === null ? null : { type: 'error', text })
  })
  const own = ownFaults(edits, options)
  const clashes = [...asked].flatMap(([path, before]) => (edits.has(path) ? [{ edit: edits.get(path)!, before }] : []))
  const save = async () => {
    setSent(edits)
    forget()
    const answer = await action.run(options.args(edits))
    if (answer === undefined) return
    editing.unsaved.release()
    editing.discard()
    toasts.success(options.success(answer, edits))
  }
  return {
    faults: new Map([
      ...[...refusals].flatMap(([path, { text, value }]): [string, string][] =>
        edits.get(path)?.value === value ? [[path, text]] : [],
      ),
      ...own,
    ]),
    refused,
    message,
    blocked: whyBlocked(edits, { clashes: clashes.length, refused: own.size, most: options.most ?? Infinity }),
    clashes,
    pending: action.pending,
    meet,
    save: () => void save(),
    discard: () => {
      editing.discard()
      setAsked(new Map())
      forget()
    },
    choose: (path, mine) => {
      setAsked((before) => new Map([...before].filter(([one]) => one !== path)))
      const edit = edits.get(path)
      if (!mine && edit) editing.apply([{ cell: edit.cell, value: edit.cell.own }])
    },
  }
}

/** What each cell was before, of those that both changed to different values. */
function clashesOf<Data>(edits: Edits<Data>, now: OwnValues): OwnValues {
  return new Map(
    [...edits].flatMap(([path, { cell, value }]): [string, string | null][] => {
      const theirs = now.has(path) ? now.get(path)! : cell.own
      return sameAmount(theirs, cell.own) || sameAmount(theirs, value) ? [] : [[path, cell.own]]
    }),
  )
}

function metText(left: number): string {
  return left === 0
    ? 'Otra persona guardó antes lo mismo: no queda nada por guardar.'
    : 'Otra persona guardó mientras usted editaba. Lo suyo sigue marcado: revise y guarde de nuevo.'
}

/** Faults of a body by the cell they lie on, and the first that lies on none. */
function placed(
  faults: readonly Pick<FieldFault, 'path' | 'message'>[],
  pathAt: (place: string) => string | undefined,
): { on: ReadonlyMap<string, string>; elsewhere: string | null } {
  const found = faults.map(({ path, message }) => ({ path: pathAt(path.replace(/^body\./, '')), message }))
  const on = new Map<string, string>()
  for (const { path, message } of found) if (path !== undefined && !on.has(path)) on.set(path, message)
  return {
    on,
    elsewhere: found.find(({ path }) => path === undefined)?.message ?? null,
  }
}

/** What is not clear yet, and what the contract refuses of the rest. */
function ownFaults<Data, E extends Endpoint>(
  edits: Edits<Data>,
  { endpoint, args, pathAt }: GridSavingOptions<Data, E>,
): ReadonlyMap<string, string> {
  const unread = [...edits].filter(([, { value }]) => isUnread(value))
  const clear = new Map([...edits].filter(([, { value }]) => !isUnread(value)))
  const parsed = endpoint.body?.safeParse((args(clear) as { body: unknown }).body)
  const issues = (clear.size > 0 && parsed?.error?.issues) || []
  const refused = placed(
    issues.map(({ path, message }) => ({ path: path.join('.'), message })),
    (place) => pathAt(place, clear),
  )
  return new Map([
    ...refused.on,
    ...unread.map(([path, { cell, value }]) => [path, unreadFault(cell, value!)] as const),
  ])
}

function whyBlocked<Data>(
  edits: Edits<Data>,
  { clashes, refused, most }: { clashes: number; refused: number; most: number },
): string | null {
  const unread = [...edits.values()].filter(({ value }) => isUnread(value)).length
  if (unread > 0) return unread === 1 ? 'Aclare un valor para guardar.' : `Aclare ${unread} valores para guardar.`
  if (clashes > 0) return 'Elija qué queda en los valores que otra persona cambió.'
  if (refused > 0) return 'Corrija lo marcado para guardar.'
  if (edits.size > most) return `Guarde hasta ${most} cambios a la vez.`
  return null
}
