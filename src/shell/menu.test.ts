import { describe, expect, it } from 'vitest'
import { roles, rules, type Role, type Who } from '@contract/access/rules.ts'
import { screens, sections, type Section } from '@contract/access/screens.ts'
import { defaultHome } from './error-screen.tsx'
import { menuFor, screenAt } from './menu.ts'

const [banca, , , agency, , polla] = roles
const who = (role: Role, flags: Partial<Who> = {}): Who => ({
  role,
  manage_childs: true,
  awarding_results: true,
  country_iso2: 'VE',
  ...flags,
})
const labels = (of: Who, shown = sections) =>
  menuFor(of, shown).map(({ key, items }) => [key, items.map(({ label }) => label)] as const)
/** The sections with these of their screens alone. */
const only = (...keys: string[]): Section[] =>
  sections.map((section) => ({ ...section, screens: section.screens.filter(({ key }) => keys.includes(key)) }))

describe('the menu', () => {
  it('holds no section of which nothing opens', () => {
    expect(labels(who(banca), only('agencies', 'general-sales'))).toEqual([
      ['reports', ['Ventas generales']],
      ['registry', ['Agencias']],
    ])
    expect(menuFor(who(polla), only('agencies', 'general-sales'))).toEqual([])
  })

  it('follows role, flags and country', () => {
    expect(labels(who(polla)).map(([key]) => key)).toEqual(['polla'])
    expect(labels(who(banca, { manage_childs: false })).map(([key]) => key)).not.toContain('registry')
    const panama = Object.fromEntries(labels(who(agency, { country_iso2: 'PA' })))
    expect(panama['cash-management']).toBeUndefined()
    expect(panama['administrative']).not.toContain('Transacciones')
  })

  it('shows the figures of several bancas to who has several', () => {
    const boards = (of: Who & { many_bancas?: boolean }) => Object.fromEntries(labels(of))['dashboards']
    expect(boards(who(banca))).not.toContain('Bancas')
    expect(boards({ ...who(banca), many_bancas: true })).toContain('Bancas')
    expect(boards({ ...who(agency), many_bancas: true })).not.toContain('Bancas')
  })

  it('shows the tabs of a page as one item that leads to the first allowed one', () => {
    const items = menuFor(who(agency), only('account-entries', 'movement-reports', 'payment-record')).flatMap(
      (section) => section.items,
    )
    expect(items.map(({ label, to }) => [label, to])).toEqual([
      ['Contabilidad', '/admin/administrative/accounting-entries/paymentRecord'],
    ])
    expect(items[0]?.screens.map(({ key }) => key)).toEqual(['payment-record', 'movement-reports'])
  })

  it('greys a disabled screen, and passes over a disabled tab', () => {
    const screen = (key: string, disabled: boolean, page?: { path: string; label: string }) => ({
      key,
      path: `/${key}`,
      label: key,
      access: rules.signedIn,
      disabled,
      ...(page && { page }),
    })
    const page = { path: '/p', label: 'P' }
    const own: Section[] = [
      { key: 's', label: 'S', screens: [screen('off', true), screen('one', true, page), screen('two', false, page)] },
    ]
    const [section] = menuFor(who(banca), own)
    expect(section?.items.map(({ label, to, disabled }) => ({ label, to, disabled }))).toEqual([
      { label: 'off', to: '/off', disabled: true },
      { label: 'P', to: '/two', disabled: false },
    ])
  })
})

describe('where one is', () => {
  it('is the screen with the longest path that fits, never one that only begins alike', () => {
    expect(screenAt('/admin/reports/external-reports/config', screens)?.key).toBe('external-reports-config')
    expect(screenAt('/admin/reports/external-reports/12', screens)?.key).toBe('external-reports')
    expect(screenAt('/admin/registry/agenciesX', screens)).toBeNull()
  })
})

it('the way home of an error screen is the contract’s', () => {
  const first = screens.find((screen) => screen.key === 'sales-dashboard')!
  expect(defaultHome).toEqual({ to: first.path, text: 'Volver al inicio' })
})
