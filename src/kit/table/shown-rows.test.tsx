/** The way along the rows of a list while what is done with them puts them elsewhere. */
import { act, cleanup, render } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import type { PagedEndpoint } from './query.ts'
import { useRowWalk, useTellRows, type RowWalk } from './shown-rows.ts'

const list = { path: '/rows' } as PagedEndpoint
let walk: RowWalk | null
let opened: number

function Shown({ rows, id }: { rows: readonly { id: number }[]; id: number }) {
  useTellRows(list, rows, { page: 1, per_page: 100, total: rows.length, fresh: true, toPage: () => {} })
  walk = useRowWalk({
    list,
    idOf: (row) => (row as { id: number }).id,
    id,
    open: (row) => {
      opened = (row as { id: number }).id
    },
  })
  return null
}
const of = (...ids: number[]) => ids.map((id) => ({ id }))
afterEach(cleanup)

it.each([
  ['behind the others', of(2, 3, 4, 1), 4, 2],
  ['out of the list', of(2, 3, 4), null, 2],
  ['nowhere', of(1, 2, 3, 4), 1, 2],
  ['on by a new one before it', of(9, 1, 2, 3, 4), 2, 2],
])('goes on to the one that came next when the open row went %s', (_name, rows, position, next) => {
  const { rerender } = render(<Shown rows={of(1, 2, 3, 4)} id={1} />)
  expect(walk?.position).toBe(1)
  rerender(<Shown rows={rows} id={1} />)
  expect(walk?.position).toBe(position)
  act(() => walk?.next?.())
  expect(opened).toBe(next)
})
