import { cleanup, render } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, it } from 'vitest'
import { sections } from '@contract/access/screens.ts'
import { usePageTitle } from '@/kit/page/page.tsx'
import { TestRefine } from '../../tests/support/refine.tsx'
import { Breadcrumb } from './breadcrumb.tsx'
import { resourcesOf } from './resources.ts'

afterEach(cleanup)

const declared = resourcesOf(sections, {})

function Open({ title }: { title: string }) {
  usePageTitle(title)
  return <Breadcrumb />
}

/** What stands in the trail, with the way that leads there. */
function trailAt(path: string, title: string, resources = declared): [label: string, to: string | null][] {
  const { container, unmount } = render(
    <MemoryRouter initialEntries={[path]}>
      <TestRefine resources={resources}>
        <Open title={title} />
      </TestRefine>
    </MemoryRouter>,
  )
  const trail = [...container.querySelectorAll('li')].map((one): [string, string | null] => [
    one.textContent ?? '',
    one.querySelector('a')?.getAttribute('href') ?? null,
  ])
  unmount()
  return trail
}

it('the trail is section, page, tab and the record that is open', () => {
  expect(trailAt('/admin/registry/agencies', 'Agencias')).toEqual([
    ['Registro', null],
    ['Agencias', null],
  ])
  expect(trailAt('/admin/registry/agencies/12/general', 'La Candelaria')).toEqual([
    ['Registro', null],
    ['Agencias', '/admin/registry/agencies'],
    ['La Candelaria', null],
  ])
  expect(trailAt('/admin/administrative/transactions/history', '')).toEqual([
    ['Administrativo', null],
    ['Transacciones', null],
    ['Historial', null],
  ])
  expect(trailAt('/admin/reports/external-reports', 'Reportes externos').at(-1)).toEqual(['Cargas', null])
  // Its other tabs are views of the same path, and not called as the first.
  expect(trailAt('/admin/reports/external-reports?view=global', 'Reportes externos')).toEqual([
    ['Reportes', null],
    ['Reportes externos', null],
  ])
  expect(trailAt('/nowhere', '')).toEqual([])
})

it('a declared action of a screen leads to its record too', () => {
  const [screen] = declared.filter(({ name }) => name === 'agencies')
  const withEdit = declared.map((one) => (one === screen ? { ...one, edit: `${screen.list as string}/:id` } : one))
  expect(trailAt('/admin/registry/agencies/12?id=7', 'La Candelaria', withEdit)).toEqual([
    ['Registro', null],
    ['Agencias', '/admin/registry/agencies'],
    ['La Candelaria', null],
  ])
})
