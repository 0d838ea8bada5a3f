/** Calls that a form knows by one of the bodies that they take. */
import type { z } from 'zod'
import type { Endpoint } from './endpoint.ts'

const originals = new WeakMap<object, Endpoint>()

/** A declared call, asked with this body: it is the same call, under the same name. */
export function askedWith<P extends z.ZodType, Q extends z.ZodType, R extends z.ZodType, B extends z.ZodType>(
  endpoint: Endpoint<P, Q, z.ZodType, R>,
  body: B,
): Endpoint<P, Q, B, R> {
  const one = { ...endpoint, body } as Endpoint<P, Q, B, R>
  originals.set(one, endpoint)
  return one
}

/** The call as it is declared. */
export const declaredOf = (endpoint: Endpoint): Endpoint => originals.get(endpoint) ?? endpoint
