/**
 * Whatever a call declares to answer was met by a test of this run: its success, every refusal that its shape or
 * `contract/refusals.ts` names, and the row that a write of the registry leaves in the log. Reads what the tests wrote
 * down; fails with the list of what is missing.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { everyEndpoint } from '../contract/index.ts'
import { problems, type ProblemCode } from '../contract/problems.ts'
import { refusalsOf, sharedRefusals } from '../contract/refusals.ts'
import { foldersVariable } from './support/answers-folder.mjs'
import { auditedLines } from './support/audited.ts'

/** One reader serves every kind of file. */
const readerApart = 'how the reader apart ends is tried on sheets that are too heavy, too slow, or whose reader dies'

/** What no test can meet by a call, and why. `*` stands for every call. */
const unmet: Record<string, string> = {
  '* internal': 'a fault of the program; what it answers is tried on the handler of faults',
  '* unavailable': 'a server that starts or stops; tried on the server as a process',
  '* headers_too_large': 'refused before it is a call; tried on a connection',
  '* too_slow': 'a request that never came whole is no call; Node ends it after minutes',
  'updates.analyze 422 file_too_slow': readerApart,
  'updates.analyze 422 file_too_heavy': readerApart,
  'updates.analyze 503 file_interrupted': readerApart,
}
/** Refusals of rules that no single call names: said where several lines are refused together, or to whoever runs the server. */
const inside: Partial<Record<ProblemCode, string>> = {
  award_sums_differ: 'stops an award whose two sums differ, which only a wrong row can cause; tried on the rule',
  polla_settled: 'stops a correction after a settlement was paid; tried on the rule',
  polla_price: 'said of a line of a sale, among its faults',
  office_inactive: 'a seller of an inactive office has no session; tried on the rule',
}

const folder = process.env[foldersVariable]
if (!folder) throw new Error(`${foldersVariable} names no folder: run npm test`)
const lines = readdirSync(folder).flatMap((name) => readFileSync(join(folder, name), 'utf8').trim().split('\n'))
const met = new Set(lines)

const statusOf = (code: ProblemCode) => problems[code].status
const calls = everyEndpoint().map(({ entity, name, endpoint }) => ({ call: `${entity}.${name}`, endpoint }))
const declared = calls.flatMap(({ call, endpoint }) => [
  `${call} ${endpoint.status ?? 200}`,
  ...refusalsOf(call, endpoint).map((code) => `${call} ${statusOf(code)} ${code}`),
])
/** What is not understood is refused as unreadable or as invalid, and both say that the input was looked at. */
const isMet = (line: string) =>
  met.has(line) || (line.endsWith(' invalid') && met.has(line.replace(/invalid$/, 'malformed')))
const codesMet = new Set(lines.map((line) => line.split(' ')[2]))
const codesDeclared = new Set([...calls.flatMap(({ call, endpoint }) => refusalsOf(call, endpoint)), ...sharedRefusals])

const faults = [
  ...declared.filter((line) => !isMet(line) && !(line in unmet)).map((line) => `no test meets: ${line}`),
  ...auditedLines.filter((line) => !met.has(line)).map((line) => `no test meets its row in the log: ${line}`),
  ...sharedRefusals
    .filter((code) => !codesMet.has(code) && !(`* ${code}` in unmet))
    .map((code) => `no test meets, by any call: ${code}`),
  ...Object.keys(unmet)
    .filter((line) => met.has(line) || !(declared.includes(line) || line.startsWith('* ')))
    .map((line) => `is met, or is not declared, and stands among what cannot be met: ${line}`),
  ...(Object.keys(problems) as ProblemCode[])
    .filter((code) => !codesDeclared.has(code) && !(code in inside))
    .map((code) => `no call declares: ${code}`),
]
for (const fault of faults) console.error(fault)
console.log(
  `${declared.length + auditedLines.length - faults.length} of ` +
    `${declared.length + auditedLines.length} declared answers and rows of the log were ` +
    'met.',
)
process.exitCode = faults.length > 0 ? 1 : 0
