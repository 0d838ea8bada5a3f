/**
 * What the environment says to the server, read once before anything is begun: what means nothing, or says a thing
 * twice, is one Spanish sentence for whoever starts it.
 */
import type { FastifyServerOptions } from 'fastify'
import type { DatabaseConfig } from './platform/db/databases.ts'
import { readTrust, SettingError } from './platform/http/caller.ts'
import type { ObjectsConfig } from './platform/objects/requests.ts'
import { readObjects } from './objects-settings.ts'

export interface Settings {
  port: number
  host: string
  log_level: string
  /** How long calls are still answered after it was said that the server ends. */
  drain_ms: number
  trust_proxy: FastifyServerOptions['trustProxy']
  /** The main banca first; none where the embedded server is meant. */
  databases: DatabaseConfig[]
  /** Where files of software go; the databases keep them where it is null. */
  objects: ObjectsConfig | null
}

const levels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']
const largestPort = 65_535
const longestDrain = 300
/** The main banca's, which tokens of all installations begin with. */
const mainKey = 'principal'

type Environment = Readonly<Record<string, string | undefined>>

/** @throws SettingError */
export function readSettings(env: Environment): Settings {
  const log_level = env['LOG_LEVEL']?.trim() || 'warn'
  if (!levels.includes(log_level))
    throw new SettingError(`LOG_LEVEL no puede ser «${log_level}»: use uno de ${levels.join(', ')}.`)
  return {
    port: wholeNumber(env, 'PORT', 4_000, largestPort),
    host: env['HOST']?.trim() || '0.0.0.0',
    log_level,
    drain_ms: wholeNumber(env, 'DRAIN_SECONDS', 3, longestDrain) * 1_000,
    trust_proxy: readTrust(env['TRUST_PROXY']),
    databases: readDatabases(env),
    objects: readObjects(env),
  }
}

function wholeNumber(env: Environment, name: string, usual: number, most: number): number {
  const text = env[name]?.trim()
  if (!text) return usual
  if (!/^\d{1,6}$/.test(text) || Number(text) > most)
    throw new SettingError(`${name} no puede ser «${text}»: use un número entero de 0 a ${most}.`)
  return Number(text)
}

function readDatabases(env: Environment): DatabaseConfig[] {
  const url = env['DATABASE_URL']?.trim()
  const reports_url = env['REPORTS_DATABASE_URL']?.trim()
  const further = readBancas(env['BANCAS'] ?? '')
  if (!url) {
    const [without] = [reports_url && 'REPORTS_DATABASE_URL', further.length > 0 && 'BANCAS'].filter(Boolean)
    if (without) throw new SettingError(`${without} solo se usa junto con DATABASE_URL, que falta.`)
    return []
  }
  expectAddress('DATABASE_URL', url)
  if (reports_url) expectAddress('REPORTS_DATABASE_URL', reports_url)
  const all = [{ key: mainKey, url, ...(reports_url && { reports_url }) }, ...further]
  for (const [place, one] of all.entries()) {
    const before = all.slice(0, place)
    if (before.some(({ key }) => key.toLowerCase() === one.key.toLowerCase()))
      throw new SettingError(
        `BANCAS no puede usar la clave «${one.key}», que ya es de otra banca: cada una lleva la suya.`,
      )
    if (before.some((other) => placeOf(other.url) === placeOf(one.url)))
      throw new SettingError(`BANCAS da a «${one.key}» la base de datos de otra banca: cada una tiene la suya.`)
  }
  return all
}

/** `BANCAS` names further bancas of this server: `clave=postgres://…;otra=postgres://…`. */
function readBancas(text: string): DatabaseConfig[] {
  return text
    .split(';')
    .filter((entry) => entry.trim())
    .map((entry, place) => {
      const at = entry.indexOf('=')
      const [key, url] = at < 0 ? ['', ''] : [entry.slice(0, at).trim(), entry.slice(at + 1).trim()]
      // The address has a password in it: a fault is told by its place.
      if (!/^[A-Za-z0-9]{1,30}$/.test(key) || !url)
        throw new SettingError(
          `BANCAS no se entiende en su banca número ${place + 1}: escriba ` +
            'clave=postgres://…;otra=postgres://…, con claves de letras y números.',
        )
      expectAddress(`BANCAS (${key})`, url)
      return { key, url }
    })
}

/** Which database an address leads to, however it is spelt and whoever goes there. */
function placeOf(url: string): string {
  const { protocol, hostname, port, pathname, username, searchParams } = new URL(url)
  if (protocol === 'socket:') return url
  const host = searchParams.get('host') ?? hostname
  return [host.toLowerCase(), searchParams.get('port') ?? (port || '5432'), pathname.slice(1) || username].join(' ')
}

function expectAddress(name: string, url: string): void {
  if (URL.canParse(url) && ['postgres:', 'postgresql:', 'socket:'].includes(new URL(url).protocol)) return
  throw new SettingError(
    `${name} no es la dirección de una base de datos: escriba postgres://usuario:clave@servidor:5432/base.`,
  )
}
