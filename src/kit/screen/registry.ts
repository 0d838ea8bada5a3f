/** What a registry's screen says beyond the contract, and where its pages are. */
import { useMemo, type ReactNode } from 'react'
import { useNavigation } from '@refinedev/core'
import type { z } from 'zod'
import type { Rule } from '@contract/access/rules.ts'
import type { Params } from '@contract/address.ts'
import type { Endpoint, Entity } from '@contract/endpoint.ts'
import type { HandleFacts } from '@contract/move-facts.ts'
import type { SessionUser } from '@contract/session.ts'
import { capital } from '@contract/values/text.ts'
import type { FormStart, Values } from '../form/state.ts'
import type { ReadCall } from '@providers/queries.ts'
import type { Effect, Question } from '../page/confirm.tsx'
import type { RowWalk } from '../table/shown-rows.ts'
import type { RowAction } from '../table/actions.tsx'
import type { PagedEndpoint, RowOf } from '../table/query.ts'
import type { ColumnSpec } from './columns.tsx'

/** Of whatever entity a screen is. */
export type AnyEndpoint = Endpoint<any, any, any, any>

/** An entity of `listEndpoint` and `recordEndpoints`; of what is only decided here, nothing is created or saved. */
export interface RegistryEntity extends Entity {
  list: PagedEndpoint
  show: AnyEndpoint
  create?: AnyEndpoint
  update?: AnyEndpoint
  remove?: AnyEndpoint
}
export type ListRow<E extends RegistryEntity> = RowOf<E['list']>
/** One record as `show` answers it: at least what its list shows. */
export type RecordRow<E extends RegistryEntity> = E['show']['response'] extends z.ZodType
  ? z.output<E['show']['response']> & ListRow<E>
  : never

/** A tab of a record's page. */
export interface RecordTabSpec<Row> {
  segment: string
  label: string
  /** A shorter word for a phone. */
  short?: string
  /** Without it the tab is the record's form and facts. */
  render?: (row: Row) => ReactNode
}

/** Switching between active and inactive. */
interface Switching<Row> {
  /** What it means, before it is done. */
  off: (row: Row) => string
  on: (row: Row) => string
  effects?: (row: Row, active: boolean) => Effect[]
}

interface RemovalSaid<Row> {
  text: string | ((row: Row) => string)
  /** After it was switched off instead: something spoke of it meanwhile. */
  kept?: (row: Row) => string
  /** `se eliminó` by default. */
  done?: (row: Row) => string
}

/** An action that asks in a dialog of its own; its address opens it too: `?clone=12`. */
export interface DialogAction<E extends RegistryEntity> extends Pick<RowAction, 'label' | 'icon' | 'apart'> {
  dialog: (row: RecordRow<E>, close: () => void, walk: RowWalk | null) => ReactNode
}

/** One thing done with many rows at once. */
export interface BulkAction {
  /** As rows name it among their `actions`, and as the call takes it. */
  action: string
  label: string
  /** What happens, before it is done with `count` of them. */
  text: (count: string) => string
  danger?: true
  /** The field of the body that says why, asked once for all. */
  asks?: string
}

/** Rows are gathered, and the call answers each for itself. */
export interface BulkSpec {
  /** Takes `{ action, ids }`, or the `rows` with their versions, and answers `{ data: { id, name, done, text }[] }`. */
  endpoint: AnyEndpoint
  /** Rows of another kind, which another call takes. */
  apart?: { endpoint: AnyEndpoint; of: HandleFacts['of'] }
  /** It decides on records as they were seen. */
  versions?: true
  most: number
  /** Takes `{ action, filter }` and how many are expected; does what fits to all that the list finds, and answers the same. */
  matching?: { endpoint: AnyEndpoint; most: number }
  noun: readonly [one: string, many: string]
  /** What they are called is masculine. */
  masculine?: true
  actions: readonly BulkAction[]
}

export interface RegistryScreen<E extends RegistryEntity> {
  title: string
  /** In the singular, without article: `agencia`. */
  one: string
  feminine?: true
  name: (row: ListRow<E>) => string
  /** Beside the name where two may be called alike: its code. */
  code?: (row: ListRow<E>) => string
  columns: readonly ColumnSpec<ListRow<E>>[]
  /** There is none yet: why, and what comes first. Beside the button that makes one, `next` leads to what must be there before. */
  empty: { title: string; text: string; read_only?: string; next?: ReactNode }
  create?: {
    start?: (session: SessionUser) => Values
    /** What a new one gets that the form does not ask. */
    added?: Values
    /** Of the form, only these fields. */
    only?: readonly string[]
    note?: ReactNode
    /** What is told once of a new one before it closes: what no later answer says. */
    tells?: (answer: RecordRow<E>, close: () => void) => ReactNode
    /** The tab that opens once it exists; without a page the drawer closes. */
    opens?: (row: RecordRow<E>) => string
  }
  /** Fields of the form that are not edited here, as what has a button of its own: they are saved as they are. */
  without?: readonly string[]
  /** Controls of a screen's own in the place of the declared ones. */
  own?: (id: number | undefined) => Readonly<Record<string, ReactNode>>
  /** What is asked before a body is saved over `row`, after what `read` tells of it; null where nothing is. */
  saving?: (row: RecordRow<E>, body: Values, read: ReadCall) => Promise<Question | null>
  /** What stands in the drawer before anybody edits; `edit` goes on to the form. */
  view?: (row: RecordRow<E>, edit: () => void) => ReactNode
  /** Fields of the row that whoever may not change it reads. */
  read?: readonly string[]
  /** What is known of a record and not written in its form: fields of its row, or facts of a screen's own. */
  facts?: readonly (string | { label: string; value: (row: RecordRow<E>) => ReactNode })[]
  page?: {
    tabs: readonly RecordTabSpec<RecordRow<E>>[]
    /** Beside the code and the state: whose it is. */
    note?: (row: RecordRow<E>) => ReactNode
    /** What the way back says to the list: which of it was looked at. */
    back?: (row: RecordRow<E>) => Params
    /** Above the tab. */
    notice?: (row: RecordRow<E>) => ReactNode
  }
  switching?: Switching<ListRow<E>>
  removal?: RemovalSaid<ListRow<E>>
  /** What else a row allows, by the name of its action, in the order of the menu. */
  actions?: Readonly<Record<string, ((row: ListRow<E>) => Omit<RowAction, 'key'>) | DialogAction<E>>>
  bulk?: BulkSpec
  /** Of its list these rows alone, of any day. */
  fixed?: Readonly<Record<string, string>>
  /** Entities whose answers a save changes too. */
  touches?: readonly Pick<Entity, 'name'>[]
}

/** An entity with its screen's declaration. */
export interface Registry<E extends RegistryEntity> {
  entity: E
  said: RegistryScreen<E>
}

/** May what nobody may. */
export const nobody: Rule = { roles: [] }

/** `Agencia`: one of them where it begins a line. */
export const oneText = ({ one }: { one: string }): string => capital(one)

/** `Nueva agencia`. */
export function newText({ one, feminine }: { one: string; feminine?: true }): string {
  return `${feminine ? 'Nueva' : 'Nuevo'} ${one}`
}

/** What leads to a new record may say of it, and where to go on from it instead of its list. */
export interface NewState {
  start?: Values
  back?: string
  /** It goes on there even where a new one has a page of its own. */
  returns?: true
}

/** Where the pages of an entity are, from its resource. */
export function useRegistryPaths(entity: Entity) {
  const { listUrl, createUrl, showUrl } = useNavigation()
  return useMemo(() => {
    const list = listUrl(entity.name)
    return {
      list,
      create: createUrl(entity.name),
      record: (id: number) => showUrl(entity.name, id),
      tab: (id: number, segment: string) => `${showUrl(entity.name, id)}/${segment}`,
    }
  }, [entity, listUrl, createUrl, showUrl])
}

/** The fields of a row that its form holds, as the form starts from them. */
export function startOfRow(form: z.ZodObject, row: object): FormStart {
  const values = row as Values
  const start = Object.keys(form.shape).map((name) => [name, values[name] ?? undefined] as const)
  return { values: Object.fromEntries(start), version: values['version'] as number }
}
