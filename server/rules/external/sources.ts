/**
 * Sources of results, from the environment, read when they are asked: `RESULT_SOURCES` is
 * `name=https://host/path?day={day};other=…`, `RESULT_HOSTS` the hosts (`host` or `host:port`, separated by
 * commas) that may be called at all. What is not on that list is never called.
 */
import { z } from 'zod'
import { bytesWithin } from '../../platform/http/bounded.ts'

export interface ResultSource {
  name: string
  /** With `{day}` where the day goes. */
  url: string
}

const answer = z.object({
  results: z
    .array(
      z.object({
        product: z.string().trim().min(1).max(80),
        day: z.string().trim().max(20),
        time: z.string().trim().max(20),
        numbers: z
          .array(
            z.object({
              place: z.string().trim().max(20).default(''),
              number: z.union([z.string().trim().max(40), z.number()]),
              sign: z
                .string()
                .trim()
                .max(20)
                .nullish()
                .transform((sign) => sign ?? null),
            }),
          )
          .min(1)
          .max(10),
      }),
    )
    .max(5_000),
})
export type SourceResult = z.output<typeof answer>['results'][number]

export type SourceAnswer =
  | { name: string; ok: true; results: SourceResult[] }
  | { name: string; ok: false; detail: string }

const timeoutMs = 5_000
const largestBytes = 1_048_576
const loopback = new Set(['localhost', '127.0.0.1', '[::1]'])

/** The sources configured, in their order. */
export function configuredSources(env: NodeJS.ProcessEnv = process.env): ResultSource[] {
  return (env['RESULT_SOURCES'] ?? '').split(';').flatMap((part) => {
    const [name, ...rest] = part.split('=')
    return name?.trim() && rest.length > 0 ? [{ name: name.trim().slice(0, 60), url: rest.join('=').trim() }] : []
  })
}

class Refused extends Error {}

/** The address of a day. @throws Refused for a host that is not listed, or without encryption to anywhere but this machine */
function addressOf({ url }: ResultSource, day: string, env: NodeJS.ProcessEnv): URL {
  const allowed = new Set(
    (env['RESULT_HOSTS'] ?? '')
      .split(',')
      .map((host) => host.trim().toLowerCase())
      .filter(Boolean),
  )
  const asked = url.replaceAll('{day}', encodeURIComponent(day))
  if (!URL.canParse(asked)) throw new Refused('Su dirección no es válida.')
  const address = new URL(asked)
  if (
    !allowed.has(address.host) &&
    !(address.protocol === 'https:' && allowed.has(`${address.hostname}:${address.port || '443'}`))
  )
    throw new Refused('Su dirección no está permitida.')
  if (address.protocol !== 'https:' && !(address.protocol === 'http:' && loopback.has(address.hostname)))
    throw new Refused('Su dirección no es segura.')
  return address
}

/** Asks a source for a day. Never throws: what went wrong is the answer. */
export async function askSource(
  source: ResultSource,
  day: string,
  env: NodeJS.ProcessEnv = process.env,
): Promise<SourceAnswer> {
  const { name } = source
  try {
    // A redirection may lead anywhere, so none is followed.
    const response = await fetch(addressOf(source, day, env), {
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
      headers: { accept: 'application/json' },
    })
    if (response.status !== 200) {
      await response.body?.cancel()
      throw new Refused(`Respondió con el estado ${response.status}.`)
    }
    const parsed = answer.safeParse(JSON.parse(await bounded(response)))
    if (!parsed.success) throw new Refused('Su respuesta no tiene la forma acordada.')
    return { name, ok: true, results: parsed.data.results }
  } catch (error) {
    return {
      name,
      ok: false,
      detail:
        error instanceof Refused
          ? error.message
          : error instanceof SyntaxError
            ? 'Su respuesta no es JSON.'
            : error instanceof DOMException
              ? 'No respondió a tiempo.'
              : 'No se pudo conectar.',
    }
  }
}

/** The whole text, as long as it is small. */
async function bounded(response: Response): Promise<string> {
  const bytes = await bytesWithin(response, largestBytes)
  if (!bytes) throw new Refused('Su respuesta es demasiado grande.')
  return bytes.toString('utf8')
}
