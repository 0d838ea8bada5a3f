/**
 * Which answers each call of the contract gives in the tests: one line per call, status and code that was met,
 * in a file per process of the folder that the run names. `tests/answers.ts` reads them when all have run.
 */
import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { everyEndpoint } from '../../contract/index.ts'
import { refusalsOf, sharedRefusals } from '../../contract/refusals.ts'
import type { ServerApp } from '../../server/app.ts'
import { foldersVariable } from './answers-folder.mjs'

/** Marks a call whose input is made by chance: what that happens to meet proves nothing, but for how it is read. */
export const byChance = { 'x-by-chance': 'yes' }
const readings = ['malformed', 'idempotency_key_missing', 'too_large', 'unsupported_media']

const calls = new Map(
  everyEndpoint().map(({ entity, name, endpoint }) => {
    const call = `${entity}.${name}`
    const declared = [...refusalsOf(call, endpoint), ...sharedRefusals] as string[]
    return [`${endpoint.method} ${endpoint.path}`, { call, success: endpoint.status ?? 200, declared }]
  }),
)

/**
 * Watches every answer of the app, however it is asked, and prints what is behind a 500. `expectDeclared` throws what
 * was answered that no declaration names.
 */
export function watchAnswers(app: ServerApp): { expectDeclared(): void } {
  const folder = process.env[foldersVariable]
  const met = new Set<string>()
  const undeclared: string[] = []
  const causes = new WeakMap<object, unknown>()
  app.addHook('onError', async (request, _reply, error) => void causes.set(request, error))
  app.addHook('onSend', async (request, reply, payload) => {
    // The answer itself tells nobody why: a test that meets it would be left guessing.
    if (reply.statusCode === 500) console.error(`${request.method} ${request.url}:`, causes.get(request))
    const known = calls.get(`${request.method} ${request.routeOptions.url}`)
    if (!known) return payload
    const isRefusal = reply.statusCode >= 400
    const code = isRefusal ? (JSON.parse(String(payload)) as { code: string }).code : ''
    const line = `${known.call} ${reply.statusCode} ${code}`.trim()
    const isDeclared = isRefusal ? known.declared.includes(code) : reply.statusCode === known.success
    if (!isDeclared && !undeclared.includes(line)) undeclared.push(line)
    const isChosen = request.headers['x-by-chance'] === undefined || readings.includes(code)
    if (!folder || !isChosen || met.has(line)) return payload
    met.add(line)
    appendFileSync(join(folder, `${process.pid}.txt`), `${line}\n`)
    return payload
  })
  return {
    expectDeclared: () => {
      if (undeclared.length > 0)
        throw new Error(`answered, and not declared in contract/refusals.ts:\n${undeclared.join('\n')}`)
    },
  }
}
