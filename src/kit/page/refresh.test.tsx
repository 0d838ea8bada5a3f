import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { RefreshControl } from './refresh.tsx'

vi.mock('@providers/session.ts', () => ({ useSession: () => ({ id: 1 }) }))
afterEach(cleanup)

const query = (isError: boolean, isFetching = false) => ({
  dataUpdatedAt: Date.now(),
  isFetching,
  isError,
  refetch: async () => undefined,
})

it('says that a refresh failed, beside how old the figures are, until it is tried again', () => {
  const { rerender } = render(<RefreshControl queries={[query(false)]} storageKey="test" />)
  expect(screen.getByRole('status').textContent).toBe('')
  rerender(<RefreshControl queries={[query(false), query(true)]} storageKey="test" />)
  expect(screen.getByRole('status').textContent).toBe('No se pudo actualizar.')
  screen.getByText(/^Actualizado hace/)
  rerender(<RefreshControl queries={[query(false), query(true, true)]} storageKey="test" />)
  expect(screen.getByRole('status').textContent).toBe('')
})
