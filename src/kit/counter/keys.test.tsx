import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { CounterKeys } from './keys.tsx'

afterEach(cleanup)

function show(disabled = false) {
  const press = vi.fn()
  render(
    <>
      <input aria-label="código" data-counter-entry="" />
      <input aria-label="otro" />
      <div role="dialog">
        <button type="button">dentro</button>
      </div>
      <CounterKeys label="Teclas" keys={[{ key: 'F9', label: 'Vender', onPress: press, disabled }]} />
    </>,
  )
  return press
}

describe('function keys', () => {
  it("act from the page and from the counter's own field, and their button does the same", () => {
    const press = show()
    expect(fireEvent.keyDown(document.body, { key: 'F9' })).toBe(false)
    fireEvent.keyDown(screen.getByLabelText('código'), { key: 'F9' })
    fireEvent.click(screen.getByRole('button', { name: 'Vender' }))
    expect(press).toHaveBeenCalledTimes(3)
  })

  it('do nothing in another field, under a dialog, held down, or with Control', () => {
    const press = show()
    fireEvent.keyDown(screen.getByLabelText('otro'), { key: 'F9' })
    fireEvent.keyDown(screen.getByText('dentro'), { key: 'F9' })
    fireEvent.keyDown(document.body, { key: 'F9', repeat: true })
    fireEvent.keyDown(document.body, { key: 'F9', ctrlKey: true })
    expect(press).not.toHaveBeenCalled()
  })

  it('that are off neither act nor lose the focus', () => {
    const press = show(true)
    const button = screen.getByRole('button', { name: 'Vender' })
    button.focus()
    fireEvent.click(button)
    fireEvent.keyDown(button, { key: 'F9' })
    expect(press).not.toHaveBeenCalled()
    expect(document.activeElement).toBe(button)
  })
})
