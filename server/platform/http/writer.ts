/** How answers are written: by their shape, each of which is read when the first of its kind is sent. */
import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import { isStreamed, type Endpoint } from '@contract/endpoint.ts'

type Write = (answer: unknown) => string

/** Of the process: to read all shapes takes as long as the rest of a start. */
const writers = new WeakMap<Endpoint, Write>()

/** An answer is written, not checked: limits are left out, which the writer reads in another spelling than OpenAPI's. */
function unbounded({ jsonSchema }: { jsonSchema: { exclusiveMinimum?: unknown; exclusiveMaximum?: unknown } }): void {
  delete jsonSchema.exclusiveMinimum
  delete jsonSchema.exclusiveMaximum
}

function made({ response }: Endpoint, reply: FastifyReply): Write {
  if (isStreamed(response)) throw new Error('what is streamed is not written')
  const shape = z.toJSONSchema(response, {
    target: 'openapi-3.0',
    io: 'input',
    unrepresentable: 'any',
    override: unbounded,
  })
  return reply.compileSerializationSchema(shape as Record<string, unknown>) as Write
}

/** The reply writes its answer as the endpoint's shape says, whatever else the answer holds. */
export function writtenAs(endpoint: Endpoint, reply: FastifyReply): FastifyReply {
  let write = writers.get(endpoint)
  if (!write) writers.set(endpoint, (write = made(endpoint, reply)))
  return reply.type('application/json; charset=utf-8').serializer(write)
}
