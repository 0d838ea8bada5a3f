/** `GET /api/openapi.json`: the whole API, from the declarations that also validate. */
import { z } from 'zod'
import type { Endpoint } from '@contract/endpoint.ts'
import { everyEndpoint } from '@contract/index.ts'
import { problems } from '@contract/problems.ts'
import { refusalsOf, sharedRefusals } from '@contract/refusals.ts'

type Json = Record<string, unknown>

function schemaOf(schema: z.ZodType, io: 'input' | 'output' = 'input'): Json {
  return z.toJSONSchema(schema, { target: 'openapi-3.0', io, unrepresentable: 'any' }) as Json
}

function parameters(endpoint: Endpoint, part: 'params' | 'query'): Json[] {
  const schema = endpoint[part]
  if (!schema) return []
  const { properties = {}, required = [] } = schemaOf(schema) as {
    properties?: Record<string, Json>
    required?: string[]
  }
  return Object.entries(properties).map(([name, of]) => ({
    name,
    in: part === 'params' ? 'path' : 'query',
    required: part === 'params' || required.includes(name),
    schema: of,
  }))
}

/** The refusals of a call by their status, each with the sentences a person reads. */
function refused(call: string, endpoint: Endpoint): Json {
  const codes = refusalsOf(call, endpoint)
  return Object.fromEntries(
    codes.map((one) => [
      String(problems[one].status),
      {
        description: codes
          .filter((code) => problems[code].status === problems[one].status)
          .map((code) => `${code}: ${problems[code].title}`)
          .join('; '),
        content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/problem' } } },
      },
    ]),
  )
}

function operation(entity: string, name: string, endpoint: Endpoint): Json {
  const success = String(endpoint.status ?? 200)
  const content =
    endpoint.response === 'file'
      ? { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } }
      : { 'application/json': { schema: schemaOf(endpoint.response) } }
  return {
    operationId: `${entity}.${name}`,
    tags: [entity],
    summary: endpoint.summary,
    ...(endpoint.deprecated && { deprecated: true }),
    parameters: [...parameters(endpoint, 'params'), ...parameters(endpoint, 'query')],
    ...(endpoint.body && { requestBody: { content: { 'application/json': { schema: schemaOf(endpoint.body) } } } }),
    responses: {
      [success]: { description: endpoint.summary, content },
      ...refused(`${entity}.${name}`, endpoint),
      default: { $ref: '#/components/responses/problem' },
    },
    security: endpoint.access.roles === 'public' ? [] : [{ bearer: [] }],
    'x-roles': endpoint.access.roles,
  }
}

/** OpenAPI 3.0 document of every endpoint. */
export function openapi(): Json {
  const paths: Record<string, Json> = {}
  for (const { entity, name, endpoint } of everyEndpoint()) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(entity, name, endpoint) }
  }
  const problem = {
    type: 'object',
    required: ['type', 'title', 'status', 'code', 'detail'],
    properties: {
      type: { type: 'string' },
      title: { type: 'string' },
      status: { type: 'integer' },
      detail: { type: 'string' },
      code: { type: 'string', enum: Object.keys(problems) },
      errors: {
        type: 'array',
        items: { type: 'object', properties: { path: { type: 'string' }, message: { type: 'string' } } },
      },
    },
  }
  return {
    openapi: '3.0.3',
    info: { title: 'Sorteo', version: '1' },
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
      schemas: { problem },
      responses: {
        problem: {
          description: `Problema (RFC 9457): lo que cualquier llamada puede responder, como ${sharedRefusals.join(', ')}`,
          content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/problem' } } },
        },
      },
    },
  }
}
