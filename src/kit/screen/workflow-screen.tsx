/**
 * The screen of what has states: a registry whose record is decided and not only edited. Its buttons, their questions and
 * what many at once are told come from the moves of the contract; what decides stays beside the buttons.
 */
import { Suspense, type ReactNode } from 'react'
import type { z } from 'zod'
import { later } from '../page/later.tsx'
import { ListSkeleton } from '../page/skeletons.tsx'
import type { Effect } from '../page/confirm.tsx'
import { registryScreen } from './registry-screen.tsx'
import type { AnyEndpoint, BulkSpec, RecordRow, RegistryEntity, RegistryScreen } from './registry.ts'

const RecordMoves = later(async () => (await import('./record-moves.tsx')).RecordMoves)

/** An entity of `listEndpoint`, `recordEndpoints` and `moves`; `manyMoves` and `thread` where it has them. */
export interface WorkflowEntity extends RegistryEntity {
  many?: AnyEndpoint
  comments?: AnyEndpoint
  comment?: AnyEndpoint
}

export interface WorkflowScreen<E extends WorkflowEntity> extends Omit<RegistryScreen<E>, 'view' | 'bulk'> {
  /** What is looked at before one decides. */
  evidence: (row: RecordRow<E>) => ReactNode
  /** What a move changes beside the state, before it is made. */
  effects?: (row: RecordRow<E>, move: string) => readonly Effect[]
  /** The function key of each move, where it is work of a counter: `{ approve: 'F9' }`; F9 also ends what a move asks. */
  keys?: Readonly<Record<string, string>>
  /** Why somebody on the deciding side has no button. */
  undecided?: (row: RecordRow<E>) => string | null
  /** What several are called: `['pago', 'pagos']`. */
  noun: readonly [one: string, many: string]
}

/** As many as `manyMoves` takes. */
const mostAtOnce = 200

/**
 * What one call makes of many of a kind (`handled`), and the other of those of the other. A move that asks for one text asks for it
 * once; one that asks more is made alone.
 */
function handledOf(entity: WorkflowEntity, noun: BulkSpec['noun'], feminine: boolean): BulkSpec | undefined {
  const [call, other] = Object.values(entity.endpoints as Record<string, AnyEndpoint>).filter((one) => one.handles)
  if (!call?.handles) return undefined
  const { moves, most } = call.handles
  return {
    endpoint: call,
    ...(other?.handles && { apart: { endpoint: other, of: other.handles.of } }),
    versions: true,
    most,
    noun,
    ...(!feminine && { masculine: true }),
    actions: Object.entries(moves).flatMap(([action, { label, text, danger, needs }]) => {
      const [asks, ...more] = Object.keys((needs as z.ZodObject | null)?.shape ?? {})
      const said = { label, text: (count: string) => `${count}. ${text}`, ...(danger && { danger }) }
      return more.length > 0 ? [] : [{ action, ...said, ...(asks !== undefined && { asks }) }]
    }),
  }
}

/** The moves that one call makes of many records. */
function bulkOf(entity: WorkflowEntity, noun: BulkSpec['noun'], feminine: boolean): BulkSpec | undefined {
  const { many } = entity
  if (!many) return handledOf(entity, noun, feminine)
  const actions = ((many.body as z.ZodObject).shape['action'] as z.ZodEnum).options as string[]
  return {
    endpoint: many,
    versions: true,
    most: mostAtOnce,
    noun,
    ...(!feminine && { masculine: true }),
    actions: actions.map((action) => {
      const { label, text, danger } = entity.endpoints[action]!.move!
      return { action, label, text: (count) => `${count}. ${text}`, ...(danger && { danger }) }
    }),
  }
}

/** Gives the component of the screen. */
export function workflowScreen<E extends WorkflowEntity>(entity: E, said: WorkflowScreen<E>) {
  const { evidence, effects, keys = null, undecided, noun, ...registry } = said
  const bulk = bulkOf(entity, noun, said.feminine ?? false)
  const screen: RegistryScreen<E> = {
    ...registry,
    ...(bulk && { bulk }),
    view: (row, edit) => (
      <Suspense fallback={<ListSkeleton rows={6} />}>
        <RecordMoves
          screen={{ entity, said: screen } as never}
          row={row as never}
          evidence={evidence(row)}
          keys={keys}
          effectsOf={(move) => effects?.(row, move) ?? []}
          undecided={undecided?.(row) ?? null}
          onEdit={edit}
        />
      </Suspense>
    ),
  }
  return registryScreen(entity, screen)
}
