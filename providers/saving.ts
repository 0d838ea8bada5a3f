/** Saving a form: an entity's `create` and `update` through Refine's `useForm`, any other call as an action. */
import { useForm } from '@refinedev/core'
import { useRef } from 'react'
import { nameOf, type Answer, type Endpoint } from '@contract/endpoint.ts'
import { callParts, type CallParts } from './data.ts'
import type { ProblemError } from './problem-error.ts'
import type { SendCall } from './operation.ts'
import { uncached, useKeyed, useSend, type Action, type ActionOptions } from './queries.ts'

export interface SaveOptions extends ActionOptions {
  /** The record that an `update` saves. */
  id?: number | undefined
}

/**
 * A form's save, with what every action has: one at a time, awaited invalidation, told of. Of Refine's form it
 * takes the mutation alone: its own read resets what was typed, its invalidation neither waits nor minds a failure.
 */
export function useSave<E extends Endpoint>(endpoint: E, { id, ...options }: SaveOptions): Action<E> {
  const { entity, name } = nameOf(endpoint)
  const parts = useRef<CallParts>({})
  const form = useForm<object, ProblemError, object>({
    resource: entity,
    action: name === 'update' ? 'edit' : 'create',
    ...(id !== undefined && { id }),
    mutationMode: 'pessimistic',
    invalidates: [],
    redirect: false,
    queryOptions: { enabled: false },
    mutationMeta: {
      get [callParts]() {
        return parts.current
      },
    },
    createMutationOptions: uncached,
    updateMutationOptions: uncached,
    successNotification: false,
    errorNotification: false,
  })
  const send = useSend(endpoint)
  const submit: SendCall<E> = async (args, callOptions = {}) => {
    parts.current = { options: callOptions }
    const saved = await form.onFinish((args as { body?: object }).body ?? {})
    return saved?.data as Answer<E>
  }
  const carried = !endpoint.query && (name === 'create' ? !endpoint.params : name === 'update' && id !== undefined)
  return useKeyed(endpoint, carried ? submit : send, options)
}
