/** One run of an action at a time: when nobody knows whether it happened, the same again is the same operation. */
import type { Answer, Arguments, Endpoint } from '@contract/endpoint.ts'
import { newOperationKey, ProblemError, type CallOptions } from './http.ts'

/** Makes one call. Rejects with a `ProblemError`, or with an `AbortError` when `signal` ended it. */
export type SendCall<E extends Endpoint> = (args: Arguments<E>, options?: CallOptions) => Promise<Answer<E>>

export interface Operation {
  running: boolean
  /** The last run, when nobody knows whether it happened. */
  unanswered: { asked: string; operation_key: string } | null
}

export async function perform<E extends Endpoint>(
  endpoint: E,
  args: Arguments<E>,
  operation: Operation,
  send: SendCall<E>,
): Promise<Answer<E>> {
  const asked = JSON.stringify(args)
  const repeated = operation.unanswered?.asked === asked ? operation.unanswered.operation_key : null
  const operation_key = endpoint.moves_money ? (repeated ?? newOperationKey()) : undefined
  try {
    const answer = await send(args, operation_key ? { operation_key } : {})
    operation.unanswered = null
    return answer
  } catch (error) {
    const unsure = error instanceof ProblemError && (error.unanswered || error.body.status >= 500)
    operation.unanswered = unsure && operation_key ? { asked, operation_key } : null
    throw error
  }
}
