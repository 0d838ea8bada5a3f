import { describe, expect, it } from 'vitest'
import type { Role, Who } from '@contract/access/rules.ts'
import { roles } from '@contract/access/rules.ts'
import { agencies } from '@contract/agencies.ts'
import { accessVerdict } from './access.ts'

const who = (role: Role, flags: Partial<Who> = {}): Who => ({
  role,
  manage_childs: true,
  awarding_results: true,
  country_iso2: 'VE',
  ...flags,
})
const [banca, supervisor] = roles

describe('the verdict', () => {
  it('is the rule of the endpoint that the action names', () => {
    expect(accessVerdict(who(banca), { resource: agencies.name, action: 'edit' }).can).toBe(true)
    expect(accessVerdict(who(supervisor), { resource: agencies.name, action: 'list' }).can).toBe(true)
    expect(accessVerdict(who(supervisor), { resource: agencies.name, action: 'edit' }).can).toBe(false)
    expect(accessVerdict(who(supervisor), { resource: agencies.name, action: 'delete' }).can).toBe(false)
    expect(accessVerdict(who(banca), { resource: agencies.name, action: 'clone' }).can).toBe(true)
  })

  it('is the rule of a screen, with its flags and countries', () => {
    expect(accessVerdict(who(banca), { resource: 'cash-resume', action: 'list' }).can).toBe(true)
    expect(accessVerdict(who(banca, { country_iso2: 'PA' }), { resource: 'cash-resume', action: 'list' }).can).toBe(
      false,
    )
    expect(accessVerdict(who(banca, { manage_childs: false }), { resource: 'users', action: 'list' }).can).toBe(false)
    expect(
      accessVerdict(who(banca, { awarding_results: false }), { resource: 'manage-draws', action: 'list' }).can,
    ).toBe(false)
  })

  it('is no for what nobody declared, for no resource and for nobody', () => {
    expect(accessVerdict(who(banca), { resource: agencies.name, action: 'burn' })).toMatchObject({
      can: false,
      reason: expect.stringContaining('permiso'),
    })
    expect(accessVerdict(who(banca), { resource: 'nothing', action: 'list' }).can).toBe(false)
    expect(accessVerdict(who(banca), { action: 'list' }).can).toBe(false)
    expect(accessVerdict(null, { resource: agencies.name, action: 'list' }).can).toBe(false)
  })
})
