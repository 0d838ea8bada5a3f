import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { Suspense, useState } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { later } from './later.tsx'

function Greeting({ name }: { name: string }) {
  return <p>Hola, {name}</p>
}

const reload = vi.fn()
let answers: boolean
beforeEach(() => {
  answers = false
  sessionStorage.clear()
  vi.stubGlobal('location', { reload })
  vi.stubGlobal('fetch', async () => (answers ? new Response('') : Promise.reject(new TypeError('Failed to fetch'))))
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  reload.mockReset()
})

/** A source that fails so often before it gives the component. */
function source(failures: number) {
  let left = failures
  return vi.fn(async () => {
    if (left-- > 0) throw new TypeError('Failed to fetch dynamically imported module')
    return Greeting
  })
}

async function shown(Part: ReturnType<typeof later<{ name: string }>>) {
  await act(async () => {
    render(
      <Suspense fallback={<p>Espere</p>}>
        <input aria-label="Nota" defaultValue="" />
        <Part name="Ana" />
      </Suspense>,
    )
  })
}

it('is fetched once, however often it is shown', async () => {
  const asked = source(0)
  const Part = later(asked)
  Part.preload()
  await shown(Part)
  await shown(Part)
  expect([screen.getAllByText('Hola, Ana').length, asked.mock.calls.length]).toEqual([2, 1])
})

it('is drawn at once where it has come, without a fallback in between', async () => {
  const Part = later(source(0))
  await Part.preload()
  render(
    <Suspense fallback={<p>Espere</p>}>
      <Part name="Ana" />
    </Suspense>,
  )
  expect(screen.queryByText('Espere')).toBeNull()
  expect(screen.getByText('Hola, Ana')).toBeDefined()
})

it('says that it did not come, beside what was typed, and comes when it is asked for again', async () => {
  const Part = later(source(1))
  await shown(Part)
  fireEvent.change(screen.getByLabelText('Nota'), { target: { value: 'a medias' } })
  expect(screen.getByText('Esta parte no llegó')).toBeDefined()
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Intentar de nuevo' })))
  expect(await screen.findByText('Hola, Ana')).toBeDefined()
  expect((screen.getByLabelText('Nota') as HTMLInputElement).value).toBe('a medias')
  expect(reload).not.toHaveBeenCalled()
})

it('without a connection never loads the page again, a whole screen neither', async () => {
  const Part = later(source(9), { whole: true })
  await shown(Part)
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Intentar de nuevo' })))
  expect(screen.getByText('Esta parte no llegó')).toBeDefined()
  expect(reload).not.toHaveBeenCalled()
})

it('a whole screen whose file is gone from a server that answers is loaded with the page, once', async () => {
  answers = true
  await shown(later(source(9), { whole: true }))
  expect(reload).toHaveBeenCalledTimes(1)
  cleanup()
  await shown(later(source(9), { whole: true }))
  expect(reload).toHaveBeenCalledTimes(1)
  expect(screen.getByText('Esta parte no llegó')).toBeDefined()
})

it('a part of a screen loads the page only when somebody asked for it', async () => {
  answers = true
  await shown(later(source(9)))
  expect(reload).not.toHaveBeenCalled()
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Intentar de nuevo' })))
  expect(reload).toHaveBeenCalledTimes(1)
})

it('whoever comes back finds it asked for anew', async () => {
  const Part = later(source(1))
  function Door() {
    const [open, setOpen] = useState(true)
    return (
      <Suspense fallback={null}>
        <button type="button" onClick={() => setOpen(!open)}>
          Puerta
        </button>
        {open && <Part name="Ana" />}
      </Suspense>
    )
  }
  await act(async () => void render(<Door />))
  expect(screen.getByText('Esta parte no llegó')).toBeDefined()
  await act(async () => fireEvent.click(screen.getByText('Puerta')))
  await act(async () => fireEvent.click(screen.getByText('Puerta')))
  expect(await screen.findByText('Hola, Ana')).toBeDefined()
})
