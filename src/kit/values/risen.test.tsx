import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { AnswerContext, Risen } from './risen.tsx'

beforeEach(() => history.replaceState(null, '', '/ventas?currency=BS'))
afterEach(cleanup)

/** Rows as a table has them, of one answer: names with what they sold, or the first of them. */
const Rows = ({ sold, most = 9 }: { sold: Record<string, string>; most?: number }) => (
  <AnswerContext value={sold}>
    {Object.entries(sold)
      .slice(0, most)
      .map(([name, value]) => (
        <Risen key={name} value={value}>
          {name}
        </Risen>
      ))}
  </AnswerContext>
)
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

it('rows that a table draws after the first ones of the same answer are no news', () => {
  const first = { norte: '10.00', sur: '20.00', oeste: '5.00' }
  const { rerender } = render(<Rows sold={first} most={1} />)
  rerender(<Rows sold={first} />)
  expect(marked()).toEqual([])
  rerender(<Rows sold={{ ...first, oeste: '6.00', este: '1.00' }} />)
  expect(marked()).toEqual([
    ['oeste', '1'],
    ['este', '1'],
  ])
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
