import { cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, describe, expect, it } from 'vitest'
import { Page } from './page.tsx'
import { Panel } from './panel.tsx'

afterEach(cleanup)

describe('Panel', () => {
  it('is named by its title, or by its label where none shows', () => {
    render(
      <>
        <Panel title="Datos">uno</Panel>
        <Panel as="aside" label="Resumen">
          dos
        </Panel>
      </>,
    )
    expect(screen.getByRole('region', { name: 'Datos' }).textContent).toBe('Datosuno')
    expect(screen.getByRole('complementary', { name: 'Resumen' }).textContent).toBe('dos')
  })
})

describe('the page of one record', () => {
  it('leads back to its list and says what tells it apart', () => {
    render(
      <MemoryRouter>
        <Page title="Centro" record={{ back: { to: '/agencias', label: 'Agencias' }, code: 'A-01', note: 'Oriente' }}>
          cuerpo
        </Page>
      </MemoryRouter>,
    )
    expect(screen.getByRole('link', { name: 'Agencias' }).getAttribute('href')).toBe('/agencias')
    expect(screen.getByRole('banner').textContent).toBe('Centro AgenciasA-01Oriente')
  })
})
