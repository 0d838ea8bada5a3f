/** The whole API as OpenAPI 3.0, which every generator reads, from the declarations that also validate. */
import { readFileSync } from 'node:fs'
import { conventions, entityTexts } from '@contract/openapi-texts.ts'
import { everyEndpoint } from '@contract/index.ts'
import { refreshCookie } from '@contract/session.ts'
import { repository } from '../repository.ts'
import { sharedHeaders, sharedParameters } from './headers.ts'
import { addressParameters, operation, type ShareParameter } from './operation.ts'
import { Failures, problemExamples, problemSchema } from './problems.ts'
import { freeName, shapesOf, type Json, type Shapes } from './shapes.ts'

const securitySchemes = {
  bearer: {
    type: 'http',
    scheme: 'bearer',
    description:
      'El `access_token` que responde `session.open`. Vence en unos minutos: `session.refresh` da otro a cambio de la cookie de refresco.',
  },
  refresh: {
    type: 'apiKey',
    in: 'cookie',
    name: refreshCookie,
    description: 'La cookie que dejan `session.open` y `session.refresh`; sirve una vez y solo para renovar.',
  },
}

/** Parameters that several calls have: these point at them, the others write their own. */
function sharedAddresses(shapes: Shapes): { components: Record<string, Json>; share: ShareParameter } {
  const counts = new Map<string, number>()
  for (const { endpoint } of everyEndpoint())
    for (const one of addressParameters(endpoint, shapes)) {
      const text = JSON.stringify(one)
      counts.set(text, (counts.get(text) ?? 0) + 1)
    }
  const components: Record<string, Json> = {}
  const names = new Map<string, string>()
  // The one that most calls have has the plain name.
  for (const [text, count] of [...counts].sort(([, one], [, other]) => other - one)) {
    if (count < 2) continue
    const parameter = JSON.parse(text) as Json
    const name = freeName(`${parameter.in}.${parameter.name}`, (taken) => taken in components)
    components[name] = parameter
    names.set(text, name)
  }
  const share: ShareParameter = (parameter) => {
    const name = names.get(JSON.stringify(parameter))
    return name ? { $ref: `#/components/parameters/${name}` } : parameter
  }
  return { components, share }
}

/** Only what something points at: what is pointed at by what goes itself goes too. */
function used(document: Json, components: Record<string, Record<string, Json>>): Json {
  const text = JSON.stringify({ document, components })
  const asked = new Set([...text.matchAll(/"#\/components\/([^"]+)"/g)].map((match) => match[1]))
  let dropped = 0
  const kept = Object.entries(components).map(([kind, all]) => {
    const own = Object.entries(all).filter(([name]) => kind === 'securitySchemes' || asked.has(`${kind}/${name}`))
    dropped += Object.keys(all).length - own.length
    return [kind, Object.fromEntries(own)] as const
  })
  const rest = Object.fromEntries(kept)
  return dropped > 0 ? used(document, rest) : { ...document, components: rest }
}

/** The document: what `openapi.json` answers. */
export function openapi(): Json {
  const { version, license } = JSON.parse(readFileSync(`${repository}package.json`, 'utf8')) as Record<string, string>
  const calls = everyEndpoint()
  const shapes = shapesOf()
  const failures = new Failures(calls.map(({ entity, name, endpoint }) => ({ call: `${entity}.${name}`, endpoint })))
  const { components, share } = sharedAddresses(shapes)
  const paths: Record<string, Json> = {}
  for (const call of calls) {
    // The server answers with a slash at the end and without.
    const path = call.endpoint.path.replace(/:(\w+)/g, '{$1}').replace(/\/$/, '')
    paths[path] = { ...paths[path], [call.endpoint.method.toLowerCase()]: operation(call, shapes, failures, share) }
  }
  const document = {
    openapi: '3.0.3',
    info: {
      title: 'Sorteo',
      version,
      description: conventions,
      contact: { name: 'La administración de la banca' },
      license: { name: license, url: `https://opensource.org/license/${license?.toLowerCase()}` },
    },
    servers: [{ url: '/', description: 'El servidor que responde este documento' }],
    tags: Object.entries(entityTexts).map(([name, description]) => ({ name, description })),
    paths,
  }
  return used(document, {
    securitySchemes,
    schemas: { ...shapes.components, Problem: problemSchema },
    parameters: { ...components, ...sharedParameters },
    headers: sharedHeaders,
    responses: failures.shared,
    examples: problemExamples(),
  })
}
