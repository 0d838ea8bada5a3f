/** What a file that is prepared apart is asked: a call of the contract, its values as the call itself reads them, and who may. */
import { allows, type Who } from '@contract/access/rules.ts'
import { closesCalls, type Closing } from '@contract/access/screens.ts'
import type { Endpoint } from '@contract/endpoint.ts'
import type { FileQuestion } from '@contract/files.ts'
import { entities } from '@contract/index.ts'
import { resolvePreset } from '@contract/values/dates.ts'
import { Problem } from '../../http/problem.ts'
import { understood } from '../../http/validation.ts'

/** The call that a question names. @throws Problem `not_found` where it answers no file of rows */
function fileCall({ entity, call }: Pick<FileQuestion, 'entity' | 'call'>): Endpoint {
  const found = Object.hasOwn(entities, entity) ? entities[entity as keyof typeof entities].endpoints : {}
  const endpoint = Object.hasOwn(found, call) ? (found as Record<string, Endpoint>)[call] : undefined
  // One that names a record hands over what is kept already.
  if (endpoint?.response !== 'file' || endpoint.params) throw new Problem('not_found')
  return endpoint
}

/**
 * The call of a question, for somebody who may have its answer now: asking for a file, making it and taking it away.
 * @throws Problem `not_found`, `forbidden`, `report_disabled` where the banca closed the report
 */
export function callFor(question: Pick<FileQuestion, 'entity' | 'call'>, who: Who & Closing): Endpoint {
  const endpoint = fileCall(question)
  if (!allows(endpoint.access, who)) throw new Problem('forbidden')
  if (closesCalls(who, question.entity)) throw new Problem('report_disabled')
  return endpoint
}

/** What the file is of, as its call says. */
export const fileTitle = ({ summary }: Endpoint): string => summary.split(':', 1)[0]!

/**
 * A question's values as its call takes them, its relative days counted from `today`.
 * @throws Problem as `callFor` does, `invalid`
 */
export function askedOf(question: FileQuestion, who: Who & Closing, today: string) {
  const endpoint = callFor(question, who)
  const { query, body, period } = question
  const days = period && resolvePreset(period, today)
  const given = endpoint.body ? { query, body: { ...body, ...days } } : { query: { ...query, ...days } }
  const input = understood(endpoint, given)
  return { endpoint, input: input as never }
}
