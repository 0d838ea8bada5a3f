/** A file of results on its way through the server: checked, entered, confirmed; part by part, with progress. */
import { useCallback, useRef, useState } from 'react'
import { largestBulk, manageDraws, type BulkRow, type SaveResult } from '@contract/manage-draws.ts'
import type { Answer, Arguments } from '@contract/endpoint.ts'
import { newOperationKey, ProblemError } from '@providers/http.ts'
import { useNotice } from '@providers/notifications.ts'
import { useEndpointCache, useSend } from '@providers/queries.ts'
import { inParts } from './result-file.ts'

type Bulk = NonNullable<Answer<typeof manageDraws.saveResult>['bulk']>
export type CheckedRow = Bulk['rows'][number]
type Entered = Bulk['entries'][number]

export interface BulkWork {
  /** What is going on, and how far it got; null when nothing is. */
  progress: { label: string; done: number; total: number } | null
  rows: CheckedRow[]
  entries: Entered[]
  confirmed: number
  failed: Bulk['failed']
  check: (rows: readonly BulkRow[]) => Promise<void>
  enter: (rows: readonly BulkRow[]) => Promise<void>
  confirm: () => Promise<void>
  cancel: () => void
  reset: () => void
}

const nothing = { rows: [] as CheckedRow[], entries: [] as Entered[], confirmed: 0, failed: [] as Bulk['failed'] }

export function useBulkWork(): BulkWork {
  const [progress, setProgress] = useState<BulkWork['progress']>(null)
  const [state, setState] = useState(nothing)
  const abort = useRef<AbortController | null>(null)
  const notice = useNotice()
  const { invalidate } = useEndpointCache()
  const save = useSend(manageDraws.saveResult)

  /** Runs parts one after the other; what was done before a fault or a cancel stays done and is shown. */
  const run = useCallback(
    async (label: string, bodies: readonly SaveResult[], take: (bulk: Bulk, at: number) => void) => {
      const controller = new AbortController()
      abort.current = controller
      setProgress({ label, done: 0, total: bodies.length })
      try {
        for (const [at, body] of bodies.entries()) {
          const answer = await save({ body } as Arguments<typeof manageDraws.saveResult>, {
            signal: controller.signal,
            operation_key: newOperationKey(),
          })
          if (answer.bulk) take(answer.bulk, at)
          setProgress({ label, done: at + 1, total: bodies.length })
        }
      } catch (error) {
        if (!controller.signal.aborted) {
          if (!(error instanceof ProblemError)) throw error
          notice.error(error)
        }
      } finally {
        abort.current = null
        setProgress(null)
      }
    },
    [save, notice],
  )

  const check = useCallback(
    async (rows: readonly BulkRow[]) => {
      setState(nothing)
      const parts = inParts(rows)
      await run(
        'Revisando el archivo',
        parts.map((part) => ({ step: 'bulk-check', rows: part.rows })),
        (bulk, at) => {
          const { from } = parts[at]!
          const placed = bulk.rows.map((row) => ({ ...row, rows: row.rows.map((line) => line + from) }))
          setState((before) => ({ ...before, rows: [...before.rows, ...placed] }))
        },
      )
    },
    [run],
  )

  const enter = useCallback(
    async (rows: readonly BulkRow[]) => {
      await run(
        'Anotando resultados',
        inParts(rows).map((part) => ({ step: 'bulk-enter', rows: part.rows })),
        (bulk) => {
          setState((before) => ({ ...before, entries: [...before.entries, ...bulk.entries] }))
        },
      )
      await invalidate(manageDraws)
    },
    [run, invalidate],
  )

  const confirm = useCallback(async () => {
    const waiting = state.entries.filter((one) => one.can_confirm)
    const bodies: SaveResult[] = []
    for (let from = 0; from < waiting.length; from += largestBulk) {
      bodies.push({
        step: 'bulk-confirm',
        entries: waiting.slice(from, from + largestBulk).map((one) => ({ entry_id: one.id, numbers: one.numbers })),
      })
    }
    await run('Confirmando y premiando', bodies, (bulk) => {
      setState((before) => ({
        ...before,
        confirmed: before.confirmed + bulk.confirmed,
        failed: [...before.failed, ...bulk.failed],
      }))
    })
    await invalidate(manageDraws)
  }, [run, invalidate, state.entries])

  const cancel = useCallback(() => abort.current?.abort(), [])
  const reset = useCallback(() => setState(nothing), [])
  return { ...state, progress, check, enter, confirm, cancel, reset }
}
