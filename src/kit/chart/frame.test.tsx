import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { problems, type ProblemCode } from '@contract/problems.ts'
import { ChartFrame, type FramedQuery } from './frame.tsx'

afterEach(cleanup)

const idle: FramedQuery = {
  isPending: false,
  isError: false,
  isFetching: false,
  error: null,
  data: undefined,
  refetch: async () => undefined,
}

function show(query: Partial<FramedQuery>, isEmpty = false) {
  return render(
    <ChartFrame
      title="Ventas"
      query={{ ...idle, ...query }}
      isEmpty={isEmpty}
      empty={<p>vacío</p>}
      skeleton={<p>huesos</p>}
      table={<p>tabla</p>}
    >
      <p>gráfico</p>
    </ChartFrame>,
  )
}
const failure = (code: ProblemCode) => ({ isError: true, error: { body: { type: '', code, ...problems[code] } } })

describe('ChartFrame', () => {
  it('holds the shape while loading', () => {
    show({ isPending: true, isFetching: true })
    expect(screen.getByText('huesos')).toBeTruthy()
    expect(screen.getByRole('status').textContent).toBe('Cargando')
    expect(screen.queryByText('gráfico')).toBeNull()
  })

  it('says when there is nothing', () => {
    show({ data: {} }, true)
    expect(screen.getByText('vacío')).toBeTruthy()
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Ver como tabla' }).disabled).toBe(true)
  })

  it('offers to try again after a failure', () => {
    const refetch = vi.fn(async () => undefined)
    show({ ...failure('internal'), refetch })
    fireEvent.click(screen.getByRole('button', { name: 'Intentar de nuevo' }))
    expect(refetch).toHaveBeenCalledOnce()
  })

  it('offers nothing where there is no permission', () => {
    show(failure('forbidden'))
    expect(screen.getByText('Sin permiso')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Intentar de nuevo' })).toBeNull()
  })

  it('keeps the last figures when refreshing fails, and says so', () => {
    const refetch = vi.fn(async () => undefined)
    show({ ...failure('unavailable'), data: {}, refetch })
    expect(screen.getByText('gráfico')).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: /Sin actualizar/ }))
    expect(refetch).toHaveBeenCalledOnce()
  })

  it('turns over to the table behind', () => {
    show({ data: {} })
    fireEvent.click(screen.getByRole('button', { name: 'Ver como tabla' }))
    expect(screen.getByText('tabla')).toBeTruthy()
    expect(screen.queryByText('gráfico')).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: 'Ver como gráfico' }))
    expect(screen.getByText('gráfico')).toBeTruthy()
  })
})
