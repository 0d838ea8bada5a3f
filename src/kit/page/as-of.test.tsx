import { act, cleanup, render, screen } from '@testing-library/react'
import axios from 'axios'
import { afterEach, expect, it, vi } from 'vitest'
import { asOfHeader } from '@contract/endpoint.ts'
import { locations } from '@contract/locations.ts'
import { reports } from '@contract/reports.ts'
import { call } from '@providers/http.ts'
import { sessionOpened } from '@providers/session-store.ts'
import { TestRefine } from '../../../tests/support/refine.tsx'
import { Page } from './page.tsx'

afterEach(cleanup)

const network = vi.spyOn(axios, 'request')
const answer = (headers: Record<string, string>) =>
  network.mockImplementation(async () => ({ status: 200, headers, data: {} }))
const report = () => act(() => call(reports.general, { query: { from: '2026-11-25', to: '2026-11-25' } } as never))

it('says until when reports are that come from a copy that is behind, until one is as of now', async () => {
  sessionOpened({ id: 1, username: 'ana', database: 'principal', zone: 'America/Caracas' } as never)
  render(
    <TestRefine>
      <Page title="Ventas">
        <p>Filas</p>
      </Page>
    </TestRefine>,
  )
  expect(screen.queryByText(/^Datos hasta/)).toBeNull()
  answer({ [asOfHeader]: '2026-11-20T14:42:00.000Z' })
  await report()
  screen.getByText(/^Datos hasta el 20\/11 a las 10:42: la copia/)
  // What is no report says nothing of them.
  answer({})
  await act(() => call(locations.states as never))
  screen.getByText(/^Datos hasta/)
  await report()
  expect(screen.queryByText(/^Datos hasta/)).toBeNull()
})
