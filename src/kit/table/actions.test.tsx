import { fireEvent, render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { ActionsMenu } from './actions.tsx'

it('is a button alone until it is pressed, and then its menu with the focus still on it', async () => {
  const onSelect = vi.fn()
  render(<ActionsMenu name="Agencia Centro" actions={[{ key: 'update', label: 'Editar', onSelect }]} />)
  const button = () => screen.getByRole('button', { name: 'Acciones de Agencia Centro' })
  expect(button().className).not.toContain('ant-dropdown-trigger')
  button().focus()
  fireEvent.click(button())
  expect(document.activeElement).toBe(button())
  fireEvent.click(await screen.findByText('Editar'))
  expect(onSelect).toHaveBeenCalledTimes(1)
})

it('is nothing where nothing may be done', () => {
  const { container } = render(<ActionsMenu name="Agencia Centro" actions={[]} />)
  expect(container.childElementCount).toBe(0)
})
