import { fireEvent, render } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { useShortcut } from './shortcuts.tsx'

function Screen({ onHelp, onSearch }: { onHelp: () => void; onSearch: () => void }) {
  useShortcut('?', onHelp)
  useShortcut('ctrl+k', onSearch)
  return <input aria-label="campo" />
}

describe('shortcuts', () => {
  it('fire on their keys, and not while writing', () => {
    const onHelp = vi.fn()
    const onSearch = vi.fn()
    const { getByLabelText } = render(<Screen onHelp={onHelp} onSearch={onSearch} />)
    fireEvent.keyDown(getByLabelText('campo'), { key: '?' })
    fireEvent.keyDown(getByLabelText('campo'), { key: 'k', ctrlKey: true })
    fireEvent.keyDown(document.body, { key: 'k' })
    expect(onHelp).not.toHaveBeenCalled()
    expect(onSearch).not.toHaveBeenCalled()
    fireEvent.keyDown(document.body, { key: '?', shiftKey: true })
    fireEvent.keyDown(document.body, { key: 'K', metaKey: true })
    expect(onHelp).toHaveBeenCalledTimes(1)
    expect(onSearch).toHaveBeenCalledTimes(1)
  })
})
