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

it.each([
  ['the last of its list', of(1, 2, 3), 2],
  ['one of several that left', of(1), 0],
])('stays open, with the way back, when it was %s and is in it no more', (_name, rows, before) => {
  const { rerender } = render(<Shown rows={of(1, 2, 3, 4)} id={4} />)
  expect(walk?.position).toBe(4)
  rerender(<Shown rows={rows} id={4} />)
  expect([walk?.position, walk?.next]).toEqual([null, null])
  act(() => walk?.previous?.())
  expect(opened).toBe(rows[before]!.id)
})
