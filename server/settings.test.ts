import { describe, expect, it } from 'vitest'
import { SettingError } from './platform/http/caller.ts'
import { readSettings } from './settings.ts'

const main = 'postgres://sorteo:secreta@uno:5432/sorteo'
const other = 'postgres://sorteo:secreta@dos:5432/panama'

function refusal(env: Record<string, string>): string {
  try {
    readSettings(env)
  } catch (error) {
    expect(error).toBeInstanceOf(SettingError)
    return (error as Error).message
  }
  throw new Error(`accepted: ${JSON.stringify(env)}`)
}

describe('the settings', () => {
  it('are the usual ones where nothing is said', () => {
    expect(readSettings({ PORT: ' ', LOG_LEVEL: '' })).toMatchObject({
      port: 4_000,
      host: '0.0.0.0',
      log_level: 'warn',
      drain_ms: 3_000,
      databases: [],
    })
  })

  it('name the bancas in their order, the main one first', () => {
    const env = { DATABASE_URL: main, REPORTS_DATABASE_URL: `${main}_r`, BANCAS: ` panama = ${other}?a=b ; ` }
    expect(readSettings(env).databases).toEqual([
      { key: 'principal', url: main, reports_url: `${main}_r` },
      { key: 'panama', url: `${other}?a=b` },
    ])
  })

  it.each([
    ['a port that is none', { PORT: 'abc' }, 'PORT no puede ser «abc»'],
    ['a port past the last', { PORT: '65536' }, 'PORT no puede ser «65536»'],
    ['a port below zero', { PORT: '-1' }, 'PORT no puede ser «-1»'],
    ['part of a port', { PORT: '40.5' }, 'PORT no puede ser «40.5»'],
    ['a drain that never ends', { DRAIN_SECONDS: '301' }, 'DRAIN_SECONDS no puede ser «301»'],
    ['a level nobody knows', { LOG_LEVEL: 'verbose' }, 'LOG_LEVEL no puede ser «verbose»'],
    ['an address of another kind', { DATABASE_URL: 'mysql://a:secreta@b/c' }, 'DATABASE_URL no es la dirección'],
    [
      'a replica that is no address',
      { DATABASE_URL: main, REPORTS_DATABASE_URL: 'secreta' },
      'REPORTS_DATABASE_URL no es',
    ],
    ['a replica of nothing', { REPORTS_DATABASE_URL: main }, 'REPORTS_DATABASE_URL solo se usa junto con DATABASE_URL'],
    ['bancas without the main one', { BANCAS: `panama=${other}` }, 'BANCAS solo se usa junto con DATABASE_URL'],
    ['a banca without a key', { DATABASE_URL: main, BANCAS: other }, 'BANCAS no se entiende en su banca número 1'],
    [
      'a key with a sign',
      { DATABASE_URL: main, BANCAS: `pa-na=${other}` },
      'BANCAS no se entiende en su banca número 1',
    ],
    ['a banca without an address', { DATABASE_URL: main, BANCAS: `panama=${other};x=` }, 'en su banca número 2'],
    ['a banca elsewhere', { DATABASE_URL: main, BANCAS: 'panama=secreta' }, 'BANCAS (panama) no es la dirección'],
    ['a key twice', { DATABASE_URL: main, BANCAS: `x=${other};X=${other}2` }, 'BANCAS no puede usar la clave «X»'],
    ['the main key', { DATABASE_URL: main, BANCAS: `principal=${other}` }, 'no puede usar la clave «principal»'],
    [
      'a database twice',
      { DATABASE_URL: main, BANCAS: `panama=${main}` },
      'da a «panama» la base de datos de otra banca',
    ],
  ])('refuse %s in one sentence, which tells no password', (_what, env, words) => {
    const said = refusal(env)
    expect(said).toContain(words)
    expect(said).not.toContain('secreta')
    expect(said).toMatch(/^[^\n]+\.$/)
  })

  it('refuse the same database under another spelling of its address', () => {
    const again = 'postgresql://sorteo:secreta@UNO/sorteo?application_name=x'
    expect(refusal({ DATABASE_URL: main, BANCAS: `panama=${again}` })).toContain('la base de datos de otra banca')
  })

  const store = {
    SOFTWARE_S3_ENDPOINT: 'https://s3.example.com',
    SOFTWARE_S3_REGION: 'us-east-1',
    SOFTWARE_S3_BUCKET: 'software',
    SOFTWARE_S3_ACCESS_KEY_ID: 'AKIDEXAMPLE',
    SOFTWARE_S3_SECRET_ACCESS_KEY: 'secreta',
  }

  it('name a store of files whole, or none', () => {
    expect(readSettings({}).objects).toBe(null)
    expect(readSettings({ ...store, SOFTWARE_S3_CHECKSUMS: 'no' }).objects).toEqual({
      endpoint: 'https://s3.example.com',
      region: 'us-east-1',
      bucket: 'software',
      access_key_id: 'AKIDEXAMPLE',
      secret_access_key: 'secreta',
      path_style: true,
      checksums: false,
      takes_uploads: true,
    })
  })

  it.each([
    ['part of a store', { ...store, SOFTWARE_S3_REGION: ' ' }, 'falta SOFTWARE_S3_REGION'],
    ['choices of no store', { SOFTWARE_S3_PATH_STYLE: 'no' }, 'SOFTWARE_S3_PATH_STYLE solo se usa junto con'],
    ['a choice that is none', { ...store, SOFTWARE_S3_UPLOADS: 'quizás' }, 'no puede ser «quizás»'],
    ['an address with a password', { ...store, SOFTWARE_S3_ENDPOINT: 'https://a:secreta@b' }, 'no es una dirección'],
    ['an address that is none', { ...store, SOFTWARE_S3_ENDPOINT: 'secreta' }, 'SOFTWARE_S3_ENDPOINT no es'],
    ['a bucket that is none', { ...store, SOFTWARE_S3_BUCKET: 'a/b' }, 'SOFTWARE_S3_BUCKET no es el nombre'],
  ])('refuse %s in one sentence, which tells no secret', (_what, env, words) => {
    const said = refusal(env as Record<string, string>)
    expect(said).toContain(words)
    expect(said).not.toContain('secreta')
    expect(said).toMatch(/^[^\n]+\.$/)
  })
})
