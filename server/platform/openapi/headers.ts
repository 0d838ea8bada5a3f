/** The headers that calls take and answer, where the server really reads and sends them. */
import type { Endpoint } from '@contract/endpoint.ts'
import { keyPattern } from '../http/idempotency.ts'
import { isReading } from '../http/lanes.ts'
import type { Json } from './shapes.ts'

const parameter = (name: string) => ({ $ref: `#/components/parameters/${name}` })
const headers = (...names: string[]) =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name.replace(/^X-RateLimit-/, '')}` }]))
const key = {
  name: 'Idempotency-Key',
  in: 'header',
  schema: { type: 'string', pattern: keyPattern.source },
  example: '2f6f9a52-7a0e-4a3e-9d11-6a0b4a1f7c35',
}
const kept =
  'Una por operación, inventada por quien llama, por ejemplo un UUID. Repetida con los ' +
  'mismos datos responde lo de la primera vez sin hacer nada de nuevo; con otros datos ' +
  'responde 409 `idempotency_mismatch`. Se recuerda unos días.'

/** As `components.parameters` has them. */
export const sharedParameters: Record<string, Json> = {
  OperationKey: { ...key, required: true, description: `La clave de la operación, que mueve dinero. ${kept}` },
  OptionalOperationKey: { ...key, description: `La clave de la operación, si se quiere poder repetir. ${kept}` },
  TimeZone: {
    name: 'Timezone',
    in: 'header',
    schema: { type: 'string' },
    example: 'America/Caracas',
    description: 'Zona IANA en que se escriben los instantes del archivo; por defecto la de Caracas.',
  },
  Database: {
    name: 'db-identifier',
    in: 'query',
    schema: { type: 'string' },
    description:
      'Otra base de datos en la que el usuario también está registrado (`crossDb.register`); por defecto, la suya.',
  },
}

const text = { schema: { type: 'string' } }
const number = { schema: { type: 'integer' } }

/** As `components.headers` has them. */
export const sharedHeaders: Record<string, Json> = {
  Limit: { ...number, description: 'Llamadas por minuto' },
  Remaining: { ...number, description: 'Las que quedan en este minuto' },
  Reset: { ...number, description: 'Segundos hasta el próximo' },
  'Retry-After': { ...number, description: 'Segundos hasta volver a intentar, cuando se saben' },
  'Content-Disposition': { ...text, description: 'El nombre del archivo' },
  'Set-Cookie': { ...text, description: 'Las cookies de la sesión, que se guardan y se devuelven' },
}

const counted = ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset']

/** The headers of an answer. */
export const answerHeaders = {
  ofSuccess: ({ response, refresh_cookie }: Endpoint): Json =>
    headers(
      ...counted,
      ...(response === 'file' ? ['Content-Disposition'] : []),
      ...(refresh_cookie ? ['Set-Cookie'] : []),
    ),
  ofFailure: (status: number): Json | undefined =>
    status === 429 ? headers('Retry-After', ...counted) : status === 503 ? headers('Retry-After') : undefined,
}

/** What any call of its kind takes beside what it declares. */
export function furtherParameters(endpoint: Endpoint): Json[] {
  const { access, method, moves_money, response } = endpoint
  if (access.roles === 'public') return []
  return [
    ...(moves_money ? [parameter('OperationKey')] : isReading(endpoint) ? [] : [parameter('OptionalOperationKey')]),
    ...(method === 'GET' ? [parameter('Database')] : []),
    ...(response === 'file' ? [parameter('TimeZone')] : []),
  ]
}
