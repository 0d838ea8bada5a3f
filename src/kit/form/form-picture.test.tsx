import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { rules } from '@contract/access/rules.ts'
import { endpoint, entity } from '@contract/endpoint.ts'
import { field } from '@contract/field.ts'
import { picture } from '@contract/images.ts'
import { problems } from '@contract/problems.ts'
import { ProblemError } from '@providers/problem-error.ts'
import { TestRefine } from '../../../tests/support/refine.tsx'
import { FormFields } from '../screen/form-fields.tsx'
import { FormActions } from './fields.tsx'
import { ServerFormView, useServerForm } from './form.tsx'

const asked = vi.hoisted(() => vi.fn())
const sent = vi.hoisted(() => vi.fn())
vi.mock('@providers/http.ts', async () => ({
  ...(await import('@providers/problem-error.ts')),
  call: asked,
  upload: sent,
  newOperationKey: () => 'key',
}))
vi.mock('@providers/session.ts', () => ({ useSession: () => ({ id: 1, database: 'banca', zone: 'America/Caracas' }) }))

const schema = z.object({ logo_url: field(picture, 'Logo', { hint: 'Sale en los recibos.' }) })
const save = endpoint({
  method: 'PUT',
  path: '/puertas/1',
  access: rules.signedIn,
  body: schema.extend({ version: z.number().optional() }),
  response: schema.extend({ version: z.number() }),
  summary: 'Guarda',
})
entity('puertas', { save })
const first = `/images/${'a'.repeat(64)}.png`
const second = `/images/${'b'.repeat(64)}.webp`

function Screen({ logo_url }: { logo_url: string | null }) {
  const start = { values: { logo_url }, version: 1 }
  const form = useServerForm({
    schema,
    start,
    draft: 'puertas:1',
    endpoint: save,
    args: (values, version) => ({ body: { ...values, version } }),
    invalidates: [],
    latest: async () => start,
  })
  return (
    <ServerFormView form={form}>
      <FormFields />
      <FormActions save="Guardar" />
    </ServerFormView>
  )
}

const open = async (logo_url: string | null) => {
  const element = (
    <TestRefine>
      <Screen logo_url={logo_url} />
    </TestRefine>
  )
  const router = createMemoryRouter([{ path: '/', element }])
  // The control comes by itself, and is waited for.
  await import('./form-picture.tsx')
  await act(async () => void render(<RouterProvider router={router} />))
  await screen.findByRole('button', { name: logo_url ? 'Cambiar: Logo' : 'Subir imagen: Logo' })
}
const choose = (type: string) =>
  fireEvent.change(screen.getByLabelText('Archivo: Logo'), { target: { files: [new File(['x'], 'logo', { type })] } })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

describe('a picture in a form', () => {
  beforeEach(() => {
    asked.mockReset()
    sent.mockReset()
    sessionStorage.clear()
    const nothing = () => {}
    vi.stubGlobal('matchMedia', () => ({
      matches: false,
      addListener: nothing,
      removeListener: nothing,
      addEventListener: nothing,
      removeEventListener: nothing,
    }))
    vi.stubGlobal(
      'ResizeObserver',
      class {
        observe() {}
        unobserve() {}
        disconnect() {}
      },
    )
    Element.prototype.scrollIntoView = () => {}
    Element.prototype.scrollTo = () => {}
  })
  afterEach(cleanup)

  it('is uploaded, shown and saved by what the contract says alone', async () => {
    sent.mockResolvedValue({ url: second })
    asked.mockResolvedValue({ logo_url: second, version: 2 })
    await open(null)
    expect(screen.getByText('Sale en los recibos.')).toBeTruthy()
    choose('image/webp')
    const shown = await screen.findByRole('img', { name: 'Logo' })
    expect(shown.getAttribute('src')).toBe(second)
    press('Guardar')
    await waitFor(() => expect(asked).toHaveBeenCalled())
    expect(asked.mock.calls[0]![1]).toMatchObject({ body: { logo_url: second } })
  })

  it('is taken away, and none is saved', async () => {
    asked.mockResolvedValue({ logo_url: null, version: 2 })
    await open(first)
    press('Quitar: Logo')
    expect(screen.queryByRole('img', { name: 'Logo' })).toBeNull()
    press('Guardar')
    await waitFor(() => expect(asked).toHaveBeenCalled())
    expect(asked.mock.calls[0]![1]).toMatchObject({ body: { logo_url: null } })
  })

  it('says what it cannot take before a byte leaves', async () => {
    await open(first)
    choose('image/svg+xml')
    expect((await screen.findByRole('alert')).textContent).toBe('Elija una imagen PNG, JPEG o WebP.')
    expect(sent).not.toHaveBeenCalled()
    expect(screen.getByRole('img', { name: 'Logo' }).getAttribute('src')).toBe(first)
  })

  it('that is gone says so on its field', async () => {
    const { title, detail } = problems.image_gone
    sent.mockResolvedValue({ url: second })
    asked.mockRejectedValue(
      new ProblemError({
        type: 'urn:sorteo:problem:image_gone',
        title,
        status: 422,
        code: 'image_gone',
        detail,
        errors: [{ path: 'logo_url', message: detail, code: 'image_gone' }],
      }),
    )
    await open(first)
    choose('image/png')
    await waitFor(() => expect(screen.getByRole('img', { name: 'Logo' }).getAttribute('src')).toBe(second))
    press('Guardar')
    expect(await screen.findByText(detail)).toBeTruthy()
    const button = screen.getByRole('button', { name: 'Cambiar: Logo' })
    await waitFor(() => expect(document.activeElement).toBe(button))
  })
})
