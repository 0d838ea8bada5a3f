/**
 * A sheet as its screens declare it: what names a value, how a row of the server becomes a cell, and the call
 * that saves the changed ones. The grid, its steps, draft, conflicts, differences and saving follow from it.
 */
import type { ReactNode } from 'react'
import type { z } from 'zod'
import type { Arguments, Endpoint } from '@contract/endpoint.ts'
import type { ProblemBody } from '@contract/problems.ts'
import { currencyFacts, type Currency } from '@contract/values/currency.ts'
import { countText } from '@contract/values/money.ts'
import type { GridColumn } from './columns.ts'
import { EmptyState, type EmptyStateProps } from '../page/empty.tsx'
import { Panel } from '../page/panel.tsx'
import { useGridEditing, type GridEditing } from './editing.ts'
import { valueText, type Edits, type GridCell } from './edits.ts'
import { Grid, type GridProps } from './grid.tsx'
import { GridHelp } from './help.tsx'
import { GridNotices } from './notices.tsx'
import { SaveBar } from './save-bar.tsx'
import { useGridSaving, type GridSaving, type GridSavingOptions, type OwnValues } from './saving.ts'

/** The names of a value beside its amount, as `save` takes them. */
type KeyOf<Row, K extends keyof Row> = Pick<Row, K>

/** Takes `{ rows: [{ …key, amount, before }] }` and answers how many changed. */
// oxlint-disable-next-line typescript/no-explicit-any -- what it does not take fits too
type SaveEndpoint = Endpoint<any, any, z.ZodObject, z.ZodObject<{ saved: z.ZodNumber }>>

export interface SheetSpec<Row, K extends keyof Row & string> {
  /** The fields that name one value among all. */
  keys: readonly K[]
  /** The value of a row: its name, what is set, and where there is such a thing what is inherited and from whom. */
  cell: (row: Row) => Pick<GridCell<unknown>, 'label' | 'own'> & Partial<Omit<GridCell<unknown>, 'path' | 'data'>>
  save: SaveEndpoint
  /** What a save changes. */
  touches: readonly { name: string }[]
  noun: readonly [one: string, many: string]
  /** What having no value of its own is called, where it is not to inherit. */
  clearLabel?: string
}

export interface Sheet<Row, K extends keyof Row & string> extends SheetSpec<Row, K> {
  pathOf: (key: KeyOf<Row, K>) => string
  cellOf: (row: Row) => GridCell<KeyOf<Row, K>>
}

/** Declares a sheet. */
export function sheet<Row>() {
  return <const K extends keyof Row & string>(said: SheetSpec<Row, K>): Sheet<Row, K> => {
    const pathOf = (key: KeyOf<Row, K>) => said.keys.map((name) => String(key[name])).join(':')
    const cellOf = (row: Row): GridCell<KeyOf<Row, K>> => ({
      inherited: null,
      from: null,
      ...said.cell(row),
      path: pathOf(row),
      data: Object.fromEntries(said.keys.map((name) => [name, row[name]])) as KeyOf<Row, K>,
    })
    return { ...said, pathOf, cellOf }
  }
}

/** A sheet on a screen: what is being edited, and its saving. */
export interface OpenSheet<Data> {
  editing: GridEditing<Data>
  saving: GridSaving<Data>
  /** There are edits that are not saved. */
  edited: boolean
  readOnly: boolean
  clearLabel?: string | undefined
}

/** The most rows of one save, as the contract says. */
function mostRows({ body }: SaveEndpoint): number {
  return (body!.shape['rows'] as z.ZodType & { _zod: { bag: { maximum: number } } })._zod.bag.maximum
}

export interface OpenSheetOptions<Data, E extends Endpoint> extends Omit<GridSavingOptions<Data, E>, 'editing'> {
  /** Names what is edited: `quotas:12`. */
  draft: string
  readOnly: boolean
  clearLabel?: string | undefined
}

/** A sheet whose values are saved otherwise than as rows: `useSheet` is for those. */
export function useOpenSheet<Data, E extends Endpoint>({
  draft,
  readOnly,
  clearLabel,
  ...saving
}: OpenSheetOptions<Data, E>): OpenSheet<Data> {
  const editing = useGridEditing<Data>(draft)
  return {
    editing,
    saving: useGridSaving({ ...saving, editing }),
    edited: editing.edits.size > 0,
    readOnly,
    clearLabel,
  }
}

/** `draft` names what is edited: `quotas:12`. */
export function useSheet<Row, K extends keyof Row & string>(
  { save, touches, noun, pathOf, clearLabel }: Sheet<Row, K>,
  draft: string,
  readOnly = false,
): OpenSheet<KeyOf<Row, K>> {
  return useOpenSheet<KeyOf<Row, K>, SaveEndpoint>({
    draft,
    readOnly,
    clearLabel,
    endpoint: save,
    most: mostRows(save),
    invalidates: touches,
    args: (edits) =>
      ({
        body: {
          rows: [...edits.values()].map(({ cell, value }) => ({ ...cell.data, amount: value, before: cell.own })),
        },
      }) as Arguments<SaveEndpoint>,
    pathAt: (place, sent) => [...sent.keys()][Number(/^rows\.(\d+)/.exec(place)?.[1])],
    moved: (problem) => movedRows(problem, pathOf),
    success: ({ saved }) => `Se ${saved === 1 ? 'guardó' : 'guardaron'} ${countText(saved, ...noun)}.`,
  })
}

/** Rows of a `changed_meanwhile`: each with the own value that holds now. */
function movedRows<Key>({ rows }: ProblemBody, pathOf: (key: Key) => string): OwnValues {
  const moved = Array.isArray(rows) ? (rows as (Key & { own: string | null })[]) : []
  return new Map(moved.map((row) => [pathOf(row), row.own]))
}

/** Edits as the list of changes shows them. */
function changesOf<Data>(edits: Edits<Data>) {
  return [...edits.values()].map(({ cell, value }) => ({
    label: cell.label,
    before: valueText(cell, cell.own),
    after: valueText(cell, value),
  }))
}

/** What stands around the grids of a sheet: above what is to be settled, below how it is read and used, and what is not saved yet. */
export function SheetFrame<Data>({
  sheet: open,
  effect,
  children,
}: {
  sheet: OpenSheet<Data>
  /** What the edits do, above what saves them; the edits themselves unless said. */
  effect?: ReactNode
  children: ReactNode
}) {
  const { editing, saving, readOnly, clearLabel } = open
  return (
    <>
      <GridNotices editing={editing} saving={saving} />
      {children}
      <GridHelp readOnly={readOnly} inherits={clearLabel === undefined} />
      {!readOnly && (
        <SaveBar
          changes={changesOf(editing.edits)}
          effect={effect}
          pending={saving.pending}
          blocked={saving.blocked}
          onSave={saving.save}
          onDiscard={saving.discard}
        />
      )}
      {editing.unsaved.dialog}
    </>
  )
}

export interface SheetGridProps<Row, Data> extends Pick<GridProps<Row, Data>, 'label' | 'rows' | 'columns' | 'rowKey'> {
  sheet: OpenSheet<Data>
  /** Shows its label: it stands among others. */
  titled?: true
  /** What is said where there are no rows. */
  nothing?: Pick<EmptyStateProps, 'title' | 'text'>
}

export function SheetGrid<Row, Data>({
  sheet: { editing, saving, readOnly, clearLabel },
  nothing,
  ...grid
}: SheetGridProps<Row, Data>) {
  if (nothing && grid.rows.length === 0) {
    const empty = <EmptyState {...nothing} />
    return grid.titled ? <Panel title={grid.label}>{empty}</Panel> : empty
  }
  return (
    <Grid
      {...grid}
      edits={editing.edits}
      faults={saving.faults}
      refused={saving.refused}
      readOnly={readOnly}
      onEdit={editing.apply}
      onUndo={editing.undo}
      onRedo={editing.redo}
      {...(clearLabel !== undefined && { clearLabel })}
    />
  )
}

/** Rows that differ in their currency alone, as one line of the sheet. */
export interface CurrencyLine<Row> {
  key: string
  /** Any of the rows: what they all share. */
  of: Row
  rows: Partial<Record<Currency, Row>>
}

/** In the server's order. */
export function currencyLines<Row extends { currency: Currency }>(
  rows: readonly Row[],
  keyOf: (row: Row) => string,
): CurrencyLine<Row>[] {
  const lines = new Map<string, CurrencyLine<Row>>()
  for (const row of rows) {
    const key = keyOf(row)
    const line = lines.get(key) ?? { key, of: row, rows: {} }
    line.rows[row.currency] = row
    lines.set(key, line)
  }
  return [...lines.values()]
}

/** The currencies of the rows, in the contract's order. */
export function currenciesOf(rows: readonly { currency: Currency }[]): Currency[] {
  const sold = new Set(rows.map(({ currency }) => currency))
  return (Object.keys(currencyFacts) as Currency[]).filter((one) => sold.has(one))
}

/** A currency where a column or a cell has little room: `Pesos (COP $)`. */
export function shortCurrency(currency: Currency): string {
  const { name, clear_symbol } = currencyFacts[currency]
  return `${name.split(' ')[0]} (${clear_symbol})`
}

/** A column per currency, each with what `beside` puts next to it. */
export function currencyColumns<Row, K extends keyof Row & string>(
  { cellOf }: Sheet<Row, K>,
  currencies: readonly Currency[],
  width: number,
  beside: (currency: Currency) => GridColumn<CurrencyLine<Row>, KeyOf<Row, K>>[] = () => [],
): GridColumn<CurrencyLine<Row>, KeyOf<Row, K>>[] {
  return currencies.flatMap((currency) => [
    {
      key: currency,
      title: shortCurrency(currency),
      width,
      cell: ({ rows }: CurrencyLine<Row>) => (rows[currency] ? cellOf(rows[currency]) : null),
    },
    ...beside(currency),
  ])
}
