import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { useBoardSelection } from './selection.ts'

function Board({ order }: { order: readonly string[] }) {
  const { chosen, handlers } = useBoardSelection(order)
  return (
    <div role="toolbar" tabIndex={-1} {...handlers}>
      {order.map((number) => (
        <button key={number} type="button" data-roving data-number={number} aria-pressed={chosen.has(number)}>
          {number}
        </button>
      ))}
    </div>
  )
}
const cell = (number: string) => screen.getByRole('button', { name: number })
const chosen = () =>
  screen
    .getAllByRole('button')
    .filter((button) => button.getAttribute('aria-pressed') === 'true')
    .map((button) => button.textContent)
const press = (number: string, more: object = {}) => {
  fireEvent.pointerDown(cell(number), { pointerType: 'mouse', button: 0, ...more })
  fireEvent.pointerUp(window)
  fireEvent.click(cell(number), more)
}
const order = ['0', '00', '1', '2', '3', '4']

afterEach(cleanup)

describe('choosing numbers', () => {
  it('by mouse takes one once, and leaves it at the next press', () => {
    render(<Board order={order} />)
    press('1')
    expect(chosen()).toEqual(['1'])
    press('1')
    expect(chosen()).toEqual([])
  })

  it('with Shift takes all between', () => {
    render(<Board order={order} />)
    press('00')
    press('3', { shiftKey: true })
    expect(chosen()).toEqual(['00', '1', '2', '3'])
  })

  it('by dragging takes what lies between, and gives back what the pointer leaves', () => {
    render(<Board order={order} />)
    fireEvent.pointerDown(cell('0'), { pointerType: 'mouse', button: 0 })
    fireEvent.pointerOver(cell('2'))
    expect(chosen()).toEqual(['0', '00', '1', '2'])
    fireEvent.pointerOver(cell('00'))
    expect(chosen()).toEqual(['0', '00'])
    fireEvent.pointerUp(window)
    fireEvent.pointerOver(cell('4'))
    expect(chosen()).toEqual(['0', '00'])
  })

  it('by touch and keyboard is a click', () => {
    render(<Board order={order} />)
    fireEvent.pointerDown(cell('2'), { pointerType: 'touch', button: 0 })
    fireEvent.click(cell('2'))
    fireEvent.click(cell('3'))
    expect(chosen()).toEqual(['2', '3'])
  })

  it('by keys takes all, extends, and lets go', () => {
    render(<Board order={order} />)
    fireEvent.keyDown(cell('1'), { key: 'ArrowRight', shiftKey: true })
    expect(chosen()).toEqual(['1', '2'])
    expect(document.activeElement).toBe(cell('2'))
    fireEvent.keyDown(cell('2'), { key: 'a', ctrlKey: true })
    expect(chosen()).toEqual(order)
    fireEvent.keyDown(cell('2'), { key: 'Escape' })
    expect(chosen()).toEqual([])
  })

  it('what is no longer shown is no longer chosen', () => {
    const { rerender } = render(<Board order={order} />)
    press('4')
    rerender(<Board order={['0', '00']} />)
    expect(chosen()).toEqual([])
  })
})
