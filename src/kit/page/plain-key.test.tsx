import { cleanup, fireEvent, render } from '@testing-library/react'
import { useRef } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { useCommandKey, usePlainKey } from './plain-key.ts'

const on = { help: vi.fn(), period: vi.fn(), next: vi.fn(), search: vi.fn() }

function Screen() {
  const drawer = useRef<HTMLDivElement>(null)
  usePlainKey('?', on.help, 'everywhere')
  usePlainKey('p', on.period)
  usePlainKey('j', on.next, drawer)
  useCommandKey('k', on.search)
  return (
    <>
      <input aria-label="campo" onKeyDown={(event) => event.stopPropagation()} />
      <textarea aria-label="nota" />
      <div role="dialog" ref={drawer}>
        <button type="button">botón</button>
      </div>
    </>
  )
}

beforeEach(() => {
  for (const spy of Object.values(on)) spy.mockClear()
})
afterEach(cleanup)
const calls = () => Object.values(on).map((spy) => spy.mock.calls.length)

describe('keys', () => {
  it('that are single fire where nobody writes, each where it is heard', () => {
    const { getByText, getByLabelText } = render(<Screen />)
    for (const key of ['?', 'p', 'j']) {
      fireEvent.keyDown(getByLabelText('campo'), { key })
      fireEvent.keyDown(getByLabelText('nota'), { key })
    }
    expect(calls()).toEqual([0, 0, 0, 0])
    for (const key of ['?', 'P', 'j', 'k']) fireEvent.keyDown(document.body, { key })
    expect(calls()).toEqual([1, 1, 0, 0])
    for (const key of ['?', 'p', 'J']) fireEvent.keyDown(getByText('botón'), { key })
    expect(calls()).toEqual([2, 1, 1, 0])
  })

  it('with Ctrl fire from a field as well, once, and never for the browser', () => {
    const { getByText, getByLabelText } = render(<Screen />)
    const places = [getByLabelText('campo'), getByLabelText('nota'), getByText('botón'), document.body]
    for (const place of places) expect(fireEvent.keyDown(place, { key: 'k', ctrlKey: true })).toBe(false)
    expect(fireEvent.keyDown(document.body, { key: 'K', metaKey: true })).toBe(false)
    expect(fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true, repeat: true })).toBe(false)
    expect(calls()).toEqual([0, 0, 0, 5])
  })

  it('with Ctrl leave alone what is composed, and a dialog that one cannot leave', () => {
    const { getByLabelText, container } = render(<Screen />)
    expect(fireEvent.keyDown(getByLabelText('campo'), { key: 'k', ctrlKey: true, isComposing: true })).toBe(true)
    fireEvent.keyDown(getByLabelText('campo'), { key: 'k', ctrlKey: true, altKey: true })
    const dialog = container.appendChild(document.createElement('dialog'))
    dialog.setAttribute('open', '')
    dialog.dataset['stays'] = 'true'
    fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true })
    expect(calls()).toEqual([0, 0, 0, 0])
    delete dialog.dataset['stays']
    fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true })
    fireEvent.keyDown(document.body, { key: '?' })
    expect(calls()).toEqual([0, 0, 0, 1])
  })
})
