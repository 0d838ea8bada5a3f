/** What a file that is prepared apart is asked: a call of the contract, its values as the call itself reads them, and who may. */
import { allows, type Who } from '@contract/access/rules.ts'
import { closesCalls, type Closing } from '@contract/access/screens.ts'
import type { Endpoint } from '@contract/endpoint.ts'
import type { FileQuestion } from '@contract/files.ts'
import { entities } from '@contract/index.ts'
import { resolvePreset } from '@contract/values/dates.ts'
import type { Context, FileAnswer, Handler } from '../../http/context.ts'
import { Problem } from '../../http/problem.ts'
import { parseInput } from '../../http/validation.ts'

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
export function parsedQuestion(question: FileQuestion, who: Who & Closing, today: string) {
  const endpoint = callFor(question, who)
  const { query, body, period } = question
  const days = period && resolvePreset(period, today)
  const given = endpoint.body ? { query, body: { ...body, ...days } } : { query: { ...query, ...days } }
  const input = parseInput(endpoint, given)
  return { endpoint, input: input as never }
}

// oxlint-disable-next-line typescript/no-explicit-any -- any call that answers a file fits here
type FileHandler = Handler<any>

/** What answers each call of the contract, by its entity and its own name. */
export type Calls = Readonly<Record<string, Readonly<Record<string, unknown>>>>

/** Has a question answered by its own call. @throws Problem as `parsedQuestion` does, and what the call refuses */
export async function answerQuestion(question: FileQuestion, context: Context, today: string): Promise<FileAnswer> {
  const { input } = parsedQuestion(question, context.session, today)
  const handler = context.wire.calls[question.entity]?.[question.call] as FileHandler
  return (await handler(context, input)) as FileAnswer
}

/**
 * Asks a question's call whether it would answer: what it refuses now it would refuse whoever makes the file. Nothing is
 * made. @throws Problem as `answerQuestion` does
 */
export async function mustBeAnswerable(question: FileQuestion, context: Context): Promise<void> {
  const { stream } = await answerQuestion(
    question,
    { ...context, wire: { ...context.wire, only_asked: true } },
    context.today,
  )
  stream.destroy()
}
