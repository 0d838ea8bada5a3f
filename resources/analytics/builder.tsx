/**
 * How the free question is put: what is measured, by what, divided by what and compared with what, each by its name;
 * and below it whose figures.
 */
import { Select } from 'antd'
import { rowDimensions, mostDimensions, type RowDimension } from '@contract/analytics.ts'
import { Filter, FilterBar } from '@/kit/page/filter-bar.tsx'
import { FilterControls, type FilterState } from '@/kit/screen/filters.tsx'
import { splits, splitDimension, type SplitDimension } from './drawing.ts'
import type { Drawing } from './use-drawing.ts'
import { facts } from './view.ts'

/** What the builder itself asks. */
const built = ['measures', 'by', 'level', 'compare']
const names = Object.keys(facts.filters)
const only = (...shown: string[]) => names.filter((name) => !shown.includes(name))
const calendar: readonly RowDimension[] = ['dia', 'semana', 'mes']
/** Of the drawing's choices those that were about other rows. */
const undrawn = { rows: undefined, out: undefined, sort: undefined }

interface BuilderProps {
  state: FilterState
  drawing: Drawing
  /** Whether the drawing is open: what it is divided by is its own. */
  drawn: boolean
}

export function Builder({ state, drawing, drawn }: BuilderProps) {
  const { asked } = drawing
  const split = splitDimension(asked, drawing.state)
  const isByPartner = asked.by.includes('afiliado') || split === 'afiliado'
  return (
    <FilterBar
      className="question-builder surface"
      before={
        <div className="question-asks">
          <FilterControls facts={facts} state={state} without={only('measures')} />
          <Dimensions by={asked.by} onChange={(by) => state.set({ by, ...undrawn })} />
          {isByPartner && <FilterControls facts={facts} state={state} without={only('level')} />}
          {drawn && (
            <Filter label="Dividido por">
              <Select<SplitDimension | null>
                aria-label="Dividido por"
                allowClear
                placeholder="Nada"
                popupMatchSelectWidth={false}
                value={split ?? null}
                options={splits
                  .filter((one) => !asked.by.includes(one))
                  .map((value) => ({ value, label: rowDimensions[value] }))}
                onChange={(next) => drawing.set({ split: next ?? undefined, out: undefined })}
              />
            </Filter>
          )}
          <FilterControls facts={facts} state={state} without={only('compare')} />
        </div>
      }
      filters={<FilterControls facts={facts} state={state} without={[...built, 'currency']} />}
      active={[]}
    />
  )
}

/** What a row stands for, in order: a choice for each, and one more while there may be. Of day, week and month one is asked. */
function Dimensions({ by, onChange }: { by: readonly RowDimension[]; onChange: (by: RowDimension[]) => void }) {
  const offered = (own: RowDimension | undefined) =>
    (Object.keys(rowDimensions) as RowDimension[])
      .filter((one) => one === own || !by.includes(one))
      .filter((one) => !calendar.includes(one) || !by.some((other) => other !== own && calendar.includes(other)))
      .map((value) => ({ value, label: rowDimensions[value] }))
  const choose = (at: number, next: RowDimension | undefined) => {
    const chosen = next === undefined ? by.filter((_, place) => place !== at) : by.with(at, next)
    onChange([...chosen])
  }
  return (
    <Filter label="Por">
      {by.map((one, at) => (
        <Select<RowDimension>
          key={one}
          aria-label={at === 0 ? 'Por' : `Por, ${at + 1}.º`}
          allowClear={by.length > 1}
          popupMatchSelectWidth={false}
          value={one}
          options={offered(one)}
          onChange={(next: RowDimension | undefined) => choose(at, next)}
        />
      ))}
      {by.length < mostDimensions && (
        <Select<RowDimension | null>
          className="question-more"
          aria-label="Añadir otra dimensión"
          placeholder="y por…"
          popupMatchSelectWidth={false}
          value={null}
          options={offered(undefined)}
          onChange={(next) => next && onChange([...by, next])}
        />
      )}
    </Filter>
  )
}
