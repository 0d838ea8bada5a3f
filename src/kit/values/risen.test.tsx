import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { Risen } from './risen.tsx'

beforeEach(() => history.replaceState(null, '', '/ventas?currency=BS'))
afterEach(cleanup)

/** Rows as a table has them: names with what they sold. */
const Rows = ({ sold }: { sold: Record<string, string> }) =>
  Object.entries(sold).map(([name, value]) => (
    <Risen key={name} value={value}>
      {name}
    </Risen>
  ))
const marked = () =>
  screen.queryAllByText(/./, { selector: '[data-risen]' }).map((one) => [one.textContent, one.dataset['risen']])

it('nothing of a first answer is marked, then what rises is, anew each time, and what falls is not', () => {
  const { rerender } = render(<Rows sold={{ norte: '10.00', sur: '20.00' }} />)
  expect(marked()).toEqual([])
  rerender(<Rows sold={{ norte: '12.00', sur: '15.00' }} />)
  expect(marked()).toEqual([['norte', '1']])
  rerender(<Rows sold={{ norte: '14.00', sur: '15.00' }} />)
  expect(marked()).toEqual([['norte', '0']])
})

it('a row that comes among others is marked; one that only goes marks nothing', () => {
  const { rerender } = render(<Rows sold={{ norte: '10.00' }} />)
  rerender(<Rows sold={{ norte: '10.00', oeste: '5.00' }} />)
  expect(marked()).toEqual([['oeste', '1']])
  cleanup()
  const again = render(<Rows sold={{ norte: '10.00', oeste: '5.00' }} />)
  again.rerender(<Rows sold={{ norte: '10.00' }} />)
  expect(marked()).toEqual([])
})

it('what another filter brought is no news, in rows that stay and in rows that come', () => {
  const { rerender } = render(<Rows sold={{ norte: '10.00', sur: '20.00' }} />)
  history.replaceState(null, '', '/ventas?currency=USD')
  rerender(<Rows sold={{ norte: '10.00', sur: '20.00' }} />)
  rerender(<Rows sold={{ norte: '10.00', sur: '30.00', oeste: '5.00' }} />)
  expect(marked()).toEqual([])
  rerender(<Rows sold={{ norte: '10.00', sur: '30.00', oeste: '5.00', este: '1.00' }} />)
  expect(marked()).toEqual([['este', '1']])
})
