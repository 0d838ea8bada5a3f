import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { FilterBar, Filter } from './filter-bar.tsx'

function onWindow(phone: boolean) {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: phone && query === '(max-width: 639px)',
    media: query,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
    addListener: () => undefined,
    removeListener: () => undefined,
  }))
}

const control = (
  <Filter label="Estado">
    <input aria-label="Estado" />
  </Filter>
)

beforeEach(() => onWindow(false))
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

describe('FilterBar', () => {
  it('shows its controls, and clears only what narrows', () => {
    const onClear = vi.fn()
    const { rerender } = render(<FilterBar filters={control} active={[]} onClear={onClear} />)
    expect(screen.getByRole('textbox', { name: 'Estado' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Limpiar filtros' })).toBeNull()
    rerender(<FilterBar filters={control} active={[]} narrowed onClear={onClear} />)
    fireEvent.click(screen.getByRole('button', { name: 'Limpiar filtros' }))
    expect(onClear).toHaveBeenCalledOnce()
  })

  it('takes the words off its tools when they leave no room, and puts them back when they do', () => {
    vi.stubGlobal(
      'ResizeObserver',
      class {
        readonly tell: () => void
        constructor(tell: () => void) {
          this.tell = tell
        }
        observe() {
          this.tell()
        }
        unobserve() {}
        disconnect() {}
      },
    )
    let whole = 1200
    const widths = { scrollWidth: () => whole, clientWidth: () => 1086 }
    const reader = (name: keyof typeof widths) =>
      vi.spyOn(Element.prototype, name, 'get').mockImplementation(function (this: Element) {
        return name === 'scrollWidth' && this instanceof HTMLElement && this.dataset['fit'] === 'icons'
          ? 1000
          : widths[name]()
      })
    const spies = [reader('scrollWidth'), reader('clientWidth')]
    const bar = (
      <FilterBar className="tried" filters={control} active={[]} tools={<button type="button">Exportar</button>} />
    )
    const { container, rerender } = render(bar)
    const fit = () => container.querySelector<HTMLElement>('.tried')?.dataset['fit']
    expect(fit()).toBe('icons')
    whole = 1000
    rerender(<div>{bar}</div>)
    expect(fit()).toBe('whole')
    for (const spy of spies) spy.mockRestore()
  })

  it('on a phone tells of settings too, which leave nothing to clear', () => {
    onWindow(true)
    const back = vi.fn()
    const settings = [{ key: 'compare', label: 'Comparar con', value: 'Hace un año', onClear: back }]
    render(<FilterBar filters={control} active={[]} settings={settings} onClear={vi.fn()} />)
    expect(screen.queryByRole('button', { name: 'Limpiar filtros' })).toBeNull()
    const told = within(screen.getByRole('group', { name: 'Filtros activos' }))
    told.getByText('Comparar con: Hace un año')
    fireEvent.click(told.getByLabelText('Quitar Comparar con'))
    expect(back).toHaveBeenCalledOnce()
  })

  it('on a phone keeps them in a drawer and what is in force as tags', () => {
    onWindow(true)
    const onClear = vi.fn()
    render(<FilterBar filters={control} active={[{ key: 'status', label: 'Estado: Activo', onClear }]} />)
    expect(screen.queryByRole('textbox', { name: 'Estado' })).toBeNull()
    const active = within(screen.getByRole('group', { name: 'Filtros activos' }))
    fireEvent.click(active.getByLabelText('Quitar Estado: Activo'))
    expect(onClear).toHaveBeenCalledOnce()
    fireEvent.click(screen.getByRole('button', { name: /Filtros/ }))
    expect(within(screen.getByRole('dialog')).getByRole('textbox', { name: 'Estado' })).toBeTruthy()
  })
})
