/** A store of files as the environment names it: all of it, or nothing. */
import { SettingError } from './platform/http/caller.ts'
import type { ObjectsConfig } from './platform/objects/requests.ts'

type Environment = Readonly<Record<string, string | undefined>>

const names = {
  endpoint: 'SOFTWARE_S3_ENDPOINT',
  region: 'SOFTWARE_S3_REGION',
  bucket: 'SOFTWARE_S3_BUCKET',
  access_key_id: 'SOFTWARE_S3_ACCESS_KEY_ID',
  secret_access_key: 'SOFTWARE_S3_SECRET_ACCESS_KEY',
} as const
const choices = {
  path_style: 'SOFTWARE_S3_PATH_STYLE',
  checksums: 'SOFTWARE_S3_CHECKSUMS',
  takes_uploads: 'SOFTWARE_S3_UPLOADS',
} as const

/** @throws SettingError */
export function readObjects(env: Environment): ObjectsConfig | null {
  const said = (name: string) => env[name]?.trim() ?? ''
  const all = Object.values(names)
  const missing = all.filter((name) => !said(name))
  if (missing.length === all.length) {
    const without = Object.values(choices).find(said)
    if (without) throw new SettingError(`${without} solo se usa junto con ${names.endpoint}, que falta.`)
    return null
  }
  if (missing.length > 0)
    throw new SettingError(`El almacén de archivos necesita ${all.join(', ')}: falta ${missing.join(', ')}.`)
  const yes = (name: string) => {
    const word = said(name) || 'si'
    if (word !== 'si' && word !== 'no') throw new SettingError(`${name} no puede ser «${word}»: use si o no.`)
    return word === 'si'
  }
  expectEndpoint(said(names.endpoint))
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(said(names.bucket)))
    throw new SettingError(`${names.bucket} no es el nombre de un contenedor de S3.`)
  return {
    endpoint: said(names.endpoint),
    region: said(names.region),
    bucket: said(names.bucket),
    access_key_id: said(names.access_key_id),
    secret_access_key: said(names.secret_access_key),
    path_style: yes(choices.path_style),
    checksums: yes(choices.checksums),
    takes_uploads: yes(choices.takes_uploads),
  }
}

/** Nothing but where it is: what stands before an @ or behind a ? would be signed, shown, or both. */
function expectEndpoint(text: string): void {
  const url = URL.canParse(text) ? new URL(text) : null
  if (url && /^https?:$/.test(url.protocol) && !url.username && !url.password && !url.search && !url.hash) return
  throw new SettingError(`${names.endpoint} no es una dirección: escriba https://servidor, sin el contenedor.`)
}
