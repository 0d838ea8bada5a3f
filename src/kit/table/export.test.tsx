import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { rules } from '@contract/access/rules.ts'
import { endpoint, entity } from '@contract/endpoint.ts'
import { files, longFileRows } from '@contract/files.ts'
import { ExportButton, sizeText } from './export.tsx'

const download = vi.hoisted(() => vi.fn())
const saveAs = vi.hoisted(() => vi.fn())
const toasts = vi.hoisted(() => ({ success: vi.fn(), error: vi.fn() }))
vi.mock('@providers/http.ts', () => ({ download }))
const send = vi.hoisted(() => vi.fn())
const invalidate = vi.hoisted(() => vi.fn())
vi.mock('@providers/queries.ts', () => ({ useSend: () => send, useEndpointCache: () => ({ invalidate }) }))
vi.mock('file-saver', () => ({ default: { saveAs } }))
vi.mock('@providers/notifications.ts', () => ({ useToasts: () => toasts }))

const file = endpoint({
  method: 'GET',
  path: '/cosas/export',
  access: rules.signedIn,
  query: z.object({ format: z.string(), from: z.string() }),
  response: 'file',
  summary: 'Cosas',
})

entity('cosas', { export: file })

async function choose(format: RegExp) {
  render(<ExportButton endpoint={file} query={{ from: '2026-11-20' }} />)
  fireEvent.click(screen.getByRole('button', { name: /Exportar/ }))
  fireEvent.click(await screen.findByText(format))
}

beforeEach(() => {
  vi.clearAllMocks()
  vi.stubGlobal('matchMedia', () => ({
    matches: false,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
    addListener: () => undefined,
    removeListener: () => undefined,
  }))
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

describe('ExportButton', () => {
  it('asks for everything filtered in the chosen format, saves it and says what it held', async () => {
    const blob = new Blob(['x'])
    download.mockResolvedValue({ blob, filename: 'cosas.csv', rows: 1240 })
    await choose(/coma decimal/)
    await waitFor(() => expect(saveAs).toHaveBeenCalledWith(blob, 'cosas.csv'))
    expect(download.mock.calls[0]?.[1]).toEqual({ query: { from: '2026-11-20', format: 'csv', csv_style: 'es-VE' } })
    expect(toasts.success).toHaveBeenCalledWith('1.240 filas en cosas.csv.')
  })

  it('shows how much has come, and stops when asked: nothing is saved, nothing is an error', async () => {
    let signal: AbortSignal | undefined
    download.mockImplementation(
      (_endpoint, _args, options: { signal: AbortSignal; onDownload: (bytes: number) => void }) =>
        new Promise((_, refuse) => {
          signal = options.signal
          options.onDownload(2_400_000)
          options.signal.addEventListener('abort', () => refuse(new DOMException('', 'AbortError')))
        }),
    )
    await choose(/Excel \(XLSX\)/)
    expect(await screen.findByText(/2,4 MB recibidos/)).toBeTruthy()
    await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Cancelar' })))
    expect(signal?.aborted).toBe(true)
    expect(saveAs).not.toHaveBeenCalled()
    expect(toasts.error).not.toHaveBeenCalled()
  })

  const aborted = (options: { signal: AbortSignal }) =>
    new Promise((_, refuse) =>
      options.signal.addEventListener('abort', () => refuse(new DOMException('', 'AbortError'))),
    )
  const question = { entity: 'cosas', call: 'export', query: { from: '2026-11-20', format: 'xlsx' } }

  it('is left to the server by who will not wait, before or meanwhile', async () => {
    let signal: AbortSignal | undefined
    download.mockImplementation((_endpoint, _args, options: { signal: AbortSignal }) => {
      signal = options.signal
      return aborted(options)
    })
    await choose(/sin esperar/)
    await waitFor(() => expect(send).toHaveBeenCalledWith({ body: question }))
    expect(download).not.toHaveBeenCalled()
    expect(invalidate).toHaveBeenCalledWith(files)
    expect(toasts.success.mock.calls[0]?.[0]).toMatch(/^El archivo se prepara aparte/)
    cleanup()
    await choose(/coma decimal/)
    fireEvent.click(await screen.findByRole('button', { name: 'Seguir sin esperar' }))
    await waitFor(() => expect(signal?.aborted).toBe(true))
    expect(send).toHaveBeenLastCalledWith({
      body: { ...question, query: { from: '2026-11-20', format: 'csv', csv_style: 'es-VE' } },
    })
    expect([saveAs.mock.calls, toasts.error.mock.calls]).toEqual([[], []])
  })

  it('goes on waiting where the server does not take it', async () => {
    const refused = new Error('too many')
    let signal: AbortSignal | undefined
    send.mockRejectedValueOnce(refused)
    download.mockImplementation((_endpoint, _args, options: { signal: AbortSignal }) => {
      signal = options.signal
      return aborted(options)
    })
    await choose(/Excel \(XLSX\)/)
    fireEvent.click(await screen.findByRole('button', { name: 'Seguir sin esperar' }))
    await waitFor(() => expect(toasts.error).toHaveBeenCalledWith(refused))
    expect(signal?.aborted).toBe(false)
  })

  it('is left to the server by itself where it is long, once', async () => {
    download.mockImplementation(
      (_endpoint, _args, options: { signal: AbortSignal; onDownload: (bytes: number, rows?: number) => void }) => {
        const ended = aborted(options)
        for (const bytes of [1, 2, 3]) options.onDownload(bytes, longFileRows)
        return ended
      },
    )
    await choose(/Excel \(XLSX\)/)
    await waitFor(() => expect(toasts.success).toHaveBeenCalledWith(expect.stringMatching(/^Son 100\.000 filas\. /)))
    expect(send.mock.calls).toEqual([[{ body: question }]])
    expect(toasts.error).not.toHaveBeenCalled()
  })

  it('tells a failure', async () => {
    const failure = new Error('no')
    download.mockRejectedValue(failure)
    await choose(/Excel \(XLSX\)/)
    await waitFor(() => expect(toasts.error).toHaveBeenCalledWith(failure))
  })
})

describe('sizeText', () => {
  it.each([
    [300, '1 kB'],
    [340_000, '340 kB'],
    [1_250_000, '1,3 MB'],
  ])('%d bytes', (bytes, text) => {
    expect(sizeText(bytes)).toBe(text)
  })
})
