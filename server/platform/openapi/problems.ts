/** How each call fails: its refusals by status, each with its code, the sentence a person reads and a body as it is sent. */
import type { Endpoint } from '@contract/endpoint.ts'
import { problems, type ProblemCode } from '@contract/problems.ts'
import { refusalsOf, sharedRefusals } from '@contract/refusals.ts'
import { Problem } from '../http/problem.ts'
import { answerHeaders } from './headers.ts'
import { isReading } from '../http/lanes.ts'
import { freeName, type Json } from './shapes.ts'

const statusOf = (code: ProblemCode) => problems[code].status

const faults = [{ path: 'lines.0.stake', message: 'El monto debe ser mayor que cero' }]
const request = 'urn:sorteo:request:7c9f1b0e-5d0a-4f53-9a55-2f1d6a8f0c11'

/** A body of each problem, as the server makes it. */
export function problemExamples(): Record<string, Json> {
  return Object.fromEntries(
    (Object.keys(problems) as ProblemCode[]).map((code) => [
      code,
      {
        summary: problems[code].title,
        value: new Problem(code, code === 'invalid' ? { errors: faults } : {}).body(request),
      },
    ]),
  )
}

/** What travels as `application/problem+json`. */
export const problemSchema: Json = {
  type: 'object',
  description: 'Un problema (RFC 9457). Algunos traen además cifras propias.',
  required: ['type', 'title', 'status', 'code', 'detail'],
  properties: {
    type: { type: 'string', description: '`urn:sorteo:problem:` y el código' },
    title: { type: 'string', description: 'El problema en pocas palabras' },
    status: { type: 'integer', description: 'El de la respuesta' },
    code: { type: 'string', enum: Object.keys(problems), description: 'Lo que un programa compara' },
    detail: { type: 'string', description: 'La frase para la persona' },
    instance: { type: 'string', description: 'La solicitud, para el soporte' },
    errors: {
      type: 'array',
      description: 'Los campos señalados',
      items: {
        type: 'object',
        required: ['path', 'message'],
        properties: {
          path: { type: 'string', description: 'Con puntos: `lines.0.stake`' },
          message: { type: 'string', description: 'La frase para la persona' },
          code: { type: 'string', description: 'El problema de ese campo' },
          extra: {
            type: 'object',
            description: 'Cifras, como lo que queda de un cupo',
            additionalProperties: { anyOf: [{ type: 'string' }, { type: 'number' }] },
          },
        },
      },
    },
  },
}

function response(status: number, codes: readonly ProblemCode[]): Json {
  const headers = answerHeaders.ofFailure(status)
  return {
    description: codes.map((code) => `- \`${code}\`: ${problems[code].detail}`).join('\n'),
    ...(headers && { headers }),
    content: {
      'application/problem+json': {
        schema: { $ref: '#/components/schemas/Problem' },
        examples: Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }])),
      },
    },
  }
}

/** Of what every call may answer, what the shape of this one lets it meet. */
function sharedOf(endpoint: Endpoint): ProblemCode[] {
  const { access, method, body, upload, refresh_cookie } = endpoint
  const isOpen = access.roles === 'public'
  const unmet: Partial<Record<ProblemCode, boolean>> = {
    session_expired: isOpen && !refresh_cookie,
    foreign_database: isOpen || method !== 'GET',
    conflict: isReading(endpoint),
    idempotency_mismatch: isOpen || isReading(endpoint),
    too_large: !body && !upload,
    unsupported_media: !body && !upload,
  }
  return sharedRefusals.filter((code) => !unmet[code])
}

/** The refusals of a call by status. */
function byStatus(call: string, endpoint: Endpoint): [status: number, codes: ProblemCode[]][] {
  const codes = [...new Set([...refusalsOf(call, endpoint), ...sharedOf(endpoint)])]
  const statuses = [...new Set(codes.map(statusOf))].sort((one, other) => one - other)
  return statuses.map((status) => [status, codes.filter((code) => statusOf(code) === status)])
}

const keyOf = (codes: readonly ProblemCode[]) => codes.join(' ')

/** The failures of all calls: those that several of them share stand once. */
export class Failures {
  /** As `components.responses` has them. */
  readonly shared: Record<string, Json> = {}
  /** What stands there is called by its status and what sets it apart from the others with it. */
  private readonly names = new Map<string, string>()

  constructor(calls: readonly { call: string; endpoint: Endpoint }[]) {
    const met = new Set<string>()
    for (const { call, endpoint } of calls)
      for (const [status, codes] of byStatus(call, endpoint)) {
        const key = keyOf(codes)
        if (met.has(key) && !this.names.has(key)) this.share(key, status, codes)
        met.add(key)
      }
  }

  /** The responses of a call that are no success. */
  of(call: string, endpoint: Endpoint): Json {
    return Object.fromEntries(
      byStatus(call, endpoint).map(([status, codes]) => {
        const name = this.names.get(keyOf(codes))
        return [status, name ? { $ref: `#/components/responses/${name}` } : response(status, codes)]
      }),
    )
  }

  private share(key: string, status: number, codes: readonly ProblemCode[]): void {
    const name = freeName(`${status}.${codes[0]}`, (taken) => taken in this.shared)
    this.shared[name] = response(status, codes)
    this.names.set(key, name)
  }
}
