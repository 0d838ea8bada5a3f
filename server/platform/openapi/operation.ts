/** One call as an operation: its parameters, body, answers and who may make it. */
import type { EndpointName, Endpoint } from '@contract/endpoint.ts'
import { callExamples } from '@contract/examples.ts'
import type { CallName } from '@contract/index.ts'
import { fileTypes } from '../files/export-rows.ts'
import { answerHeaders, furtherParameters } from './headers.ts'
import type { Failures } from './problems.ts'
import { proseOf } from './prose.ts'
import { requiredBody, type Json, type ShapedField, type Shapes } from './shapes.ts'

export type DescribedCall = EndpointName & { endpoint: Endpoint }
/** A field of an address as its parameter, told apart from the others by how it is written. */
export type ShareParameter = (parameter: Json) => Json

const successes = { 200: 'Hecho', 201: 'Creado', 202: 'Empezado' }
const described: Readonly<Record<string, string>> = {
  file: 'El archivo',
  events: 'Los avisos, mientras la conexión dure',
}
const binary = { schema: { type: 'string', format: 'binary' } }

/** What is said of a field is said of its parameter. */
function parameter(place: 'path' | 'query', field: ShapedField): Json {
  const { description = field.said, allOf, ...rest } = field.schema
  const pointed = Array.isArray(allOf) && Object.keys(rest).length === 0 ? (allOf[0] as Json) : undefined
  const schema = pointed ?? { ...rest, ...(allOf !== undefined && { allOf }) }
  return {
    name: field.name,
    in: place,
    ...((place === 'path' || field.required) && { required: true }),
    ...(description !== undefined && { description }),
    // Several values go with commas.
    ...(rest.type === 'array' && { style: 'form', explode: false }),
    schema,
  }
}

/** The parameters of a call's address. */
export function addressParameters({ params, query }: Endpoint, shapes: Shapes): Json[] {
  return [
    ...(params ? shapes.fields(params).map((one) => parameter('path', one)) : []),
    ...(query ? shapes.fields(query).map((one) => parameter('query', one)) : []),
  ]
}

const exampleOf = (value: unknown) => (value === undefined ? {} : { example: value })

function bodyOf({ body, upload }: Endpoint, example: unknown, shapes: Shapes): Json | undefined {
  if (upload) {
    const file = { type: 'string', format: 'binary', description: 'El archivo' }
    const schema = { type: 'object', required: ['file'], properties: { file } }
    return { required: true, content: { 'multipart/form-data': { schema } } }
  }
  if (!body) return undefined
  return {
    required: !body.safeParse(undefined).success,
    content: { 'application/json': { schema: shapes.pointer(requiredBody(body)), ...exampleOf(example) } },
  }
}

function answerOf({ response }: Endpoint, example: unknown, shapes: Shapes): Json {
  if (response === 'events') return { 'text/event-stream': { schema: { type: 'string' } } }
  return response === 'file'
    ? Object.fromEntries(Object.values(fileTypes).map((type) => [type.split(';')[0], binary]))
    : { 'application/json': { schema: shapes.pointer(response), ...exampleOf(example) } }
}

function securityOf({ access, refresh_cookie }: Endpoint): Json[] {
  if (refresh_cookie === 'asks') return [{ refresh: [] }]
  return access.roles === 'public' ? [] : [{ bearer: [] }]
}

/** The operation of a call. */
export function operation(
  { entity, name, endpoint }: DescribedCall,
  shapes: Shapes,
  failures: Failures,
  share: ShareParameter,
): Json {
  const call = `${entity}.${name}` as CallName
  const example = callExamples[call]
  const body = bodyOf(endpoint, example?.body, shapes)
  const parameters = [...addressParameters(endpoint, shapes).map(share), ...furtherParameters(endpoint)]
  return {
    operationId: call,
    tags: [entity],
    summary: endpoint.summary,
    description: proseOf(endpoint),
    ...(endpoint.deprecated && { deprecated: true }),
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: body }),
    responses: {
      [String(endpoint.status ?? 200)]: {
        description: described[String(endpoint.response)] ?? successes[endpoint.status ?? 200],
        headers: answerHeaders.ofSuccess(endpoint),
        content: answerOf(endpoint, example?.answer, shapes),
      },
      ...failures.of(call, endpoint),
    },
    security: securityOf(endpoint),
    'x-roles': endpoint.access.roles,
  }
}
