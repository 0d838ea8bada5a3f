/** Editing one agency's bets configuration: edits, their draft, saving once, and what somebody else saved meanwhile. */
import { useCallback, useEffect, useMemo, useState } from 'react'
import { agencies } from '@contract/agencies.ts'
import { betsConfigurations, type BetsConfiguration } from '@contract/bets-configurations.ts'
import { useAction, useReadOnce } from '@providers/queries.ts'
import { useEditsDraft } from '@/kit/grid/editing.ts'
import { useProblem } from '@/kit/form/form.tsx'
import { useUnsaved, type Unsaved } from '@/kit/form/unsaved.tsx'
import {
  bodyOf,
  changedSettings,
  clashesOf,
  faultOf,
  pathOfFault,
  settingsOf,
  withEdit,
  type Edits,
  type Own,
  type Setting,
} from './bets-edits.ts'

type Clash = ReturnType<typeof clashesOf>[number]

export interface BetsEditing {
  configuration: BetsConfiguration
  settings: ReadonlyMap<string, Setting>
  edits: Edits
  changed: Setting[]
  /** By path: the contract's refusals at once, the server's until the cell is edited or saved again. */
  faults: Readonly<Record<string, string>>
  /** The contract refuses something: there is no point in sending it. */
  invalid: boolean
  /** What belongs to no cell. */
  message: string | null
  /** Both people changed these; each needs a choice before saving again. */
  clashes: Clash[]
  /** Grows each time the server refuses: the screen then shows the first refused cell. */
  refusals: number
  pending: boolean
  restored: boolean
  unsaved: Unsaved
  edit: (setting: Setting, value: Own) => void
  discard: () => void
  save: () => void
  /** Keeps mine (`true`) or takes theirs for one clash. */
  choose: (clash: Clash, mine: boolean) => void
}

/** `loaded` is the configuration as the query has it; a newer one is taken, asking about what it changed under an edit. */
export function useBetsEditing(loaded: BetsConfiguration): BetsEditing {
  const [base, setBase] = useState(loaded)
  const draft = useEditsDraft<Edits>(`agency-bets:${loaded.agency_id}`)
  const [edits, setEdits] = useState<Edits>(draft.found ?? {})
  const [refused, setRefused] = useState<Record<string, string>>({})
  const [refusals, setRefusals] = useState(0)
  const [message, setMessage] = useState<string | null>(null)
  const [clashes, setClashes] = useState<Clash[]>([])
  const settings = useMemo(() => settingsOf(base), [base])
  const changed = useMemo(() => changedSettings(settings, edits), [settings, edits])
  const dirty = changed.length > 0
  const unsaved = useUnsaved(dirty, draft.drop)
  const read = useReadOnce(betsConfigurations.show)
  const action = useAction(betsConfigurations.save, { invalidates: [betsConfigurations, agencies] })
  const takeNewer = (now: BetsConfiguration) => {
    setClashes(clashesOf(base, now, edits))
    setBase(now)
  }
  if (loaded.version > base.version && !action.pending) takeNewer(loaded)

  const keep = draft.keep
  useEffect(() => keep(dirty ? edits : null), [keep, dirty, edits])
  useProblem(action.problem, (problem) => {
    if (problem.code === 'changed_meanwhile') {
      void read({ params: { agencyId: base.agency_id } }).then(
        (now) => {
          takeNewer(now)
          if (clashesOf(base, now, edits).length === 0)
            setMessage(
              'Otra persona guardó esta configuración mientras usted la editaba. Lo suyo sigue marcado: revise y guarde de nuevo.',
            )
        },
        () => setMessage(problem.detail),
      )
      return
    }
    const body = bodyOf(base, edits)
    const faults = (problem.errors ?? []).map((fault) => ({ path: pathOfFault(fault, body), message: fault.message }))
    setRefused(Object.fromEntries(faults.flatMap(({ path, message: text }) => (path ? [[path, text]] : []))))
    setRefusals((count) => count + 1)
    setMessage(faults.find(({ path }) => path === null)?.message ?? (faults.length === 0 ? problem.detail : null))
  })

  const edit = useCallback((setting: Setting, value: Own) => {
    setEdits((before) => withEdit(before, setting, value))
    setRefused(({ [setting.path]: _gone, ...others }) => others)
  }, [])
  const own = faultsOf(changed, edits)
  const save = async () => {
    setMessage(null)
    setRefused({})
    const answer = await action.run({ body: bodyOf(base, edits) })
    if (answer === undefined) return
    unsaved.release()
    setBase(answer)
    setEdits({})
  }
  return {
    configuration: base,
    settings,
    edits,
    changed,
    message,
    refusals,
    clashes,
    unsaved,
    edit,
    faults: { ...refused, ...own },
    invalid: Object.keys(own).length > 0,
    pending: action.pending,
    restored: draft.found !== null && dirty,
    discard: () => {
      setEdits({})
      setRefused({})
      setClashes([])
      setMessage(null)
    },
    save: () => void save(),
    choose: (clash, mine) => {
      setClashes((before) => before.filter((one) => one.setting.path !== clash.setting.path))
      if (!mine) edit(clash.setting, clash.setting.own)
    },
  }
}

/** The contract's refusals, by path. */
function faultsOf(changed: readonly Setting[], edits: Edits): Record<string, string> {
  return Object.fromEntries(
    changed.flatMap((setting) => {
      const fault = faultOf(setting, edits[setting.path] ?? null)
      return fault === null ? [] : [[setting.path, fault]]
    }),
  )
}
