import { expect, it } from 'vitest'
import { SettingError } from './platform/http/caller.ts'
import { readSettings } from './settings.ts'

const main = { DATABASE_URL: 'postgres://host/main' }

it.each([
  ['PORT', { PORT: 'http' }],
  ['PORT', { PORT: '70000' }],
  ['PORT', { PORT: '-1' }],
  ['LOG_LEVEL', { LOG_LEVEL: 'loud' }],
  ['DRAIN_SECONDS', { DRAIN_SECONDS: '1.5' }],
  ['DATABASE_URL', { DATABASE_URL: 'host/main' }],
  ['REPORTS_DATABASE_URL', { ...main, REPORTS_DATABASE_URL: 'mysql://host/main' }],
  ['REPORTS_DATABASE_URL', { REPORTS_DATABASE_URL: 'postgres://host/main' }],
  ['BANCAS', { BANCAS: 'una=postgres://host/una' }],
  ['BANCAS', { ...main, BANCAS: 'postgres://host/una' }],
  ['BANCAS', { ...main, BANCAS: 'una dos=postgres://host/una' }],
  ['BANCAS (una)', { ...main, BANCAS: 'una=host/una' }],
  ['«una»', { ...main, BANCAS: 'una=postgres://host/a;una=postgres://host/b' }],
  ['«principal»', { ...main, BANCAS: 'principal=postgres://host/a' }],
  ['«una»', { ...main, BANCAS: 'una=postgres://host/main' }],
])('what %s says wrong is one sentence: %j', (named, env) => {
  let fault: unknown
  try {
    readSettings(env)
  } catch (error) {
    fault = error
  }
  expect(fault).toBeInstanceOf(SettingError)
  expect((fault as Error).message).toContain(named)
  // An address has a password in it.
  expect((fault as Error).message).not.toContain('host/')
})

it('what is not said is as usual', () => {
  expect(readSettings({ PORT: '', LOG_LEVEL: '' })).toMatchObject({
    port: 4_000,
    log_level: 'warn',
    drain_ms: 3_000,
    databases: [],
  })
  expect(readSettings({ ...main, BANCAS: ' una = postgres://host/una ; ' }).databases).toEqual([
    { key: 'principal', url: main.DATABASE_URL },
    { key: 'una', url: 'postgres://host/una' },
  ])
})
