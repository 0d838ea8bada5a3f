#!/usr/bin/env node
/**
 * Every check of a commit, in one command that also works on a bare clone; with `--long`, before a release, all tests there
 * are (`support/usual.mjs` says what that adds). Its last line is the verdict:
 * `N passed, N failed`. Types, lint, what nobody uses and the declared answers count as one test each; a suite that
 * crashes or holds no test
 * counts as one that failed.
 */
import '../server/node-version.mjs'
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { ensureInstalled, root } from '../server/install.mjs'
import { foldersVariable } from './support/answers-folder.mjs'
import { ensureChromium } from './support/chromium.mjs'
import { oldestPrograms, oldestVariable, oldestVersion } from './support/oldest-place.mjs'
import { writeSeconds } from './support/seconds.mjs'
import { leftFiles, leftTests, withoutLeft } from './support/usual.mjs'

/**
 * `after` names the suites whose answers a suite looks at: without them there is nothing to see. `oldest` runs on the oldest
 * PostgreSQL that is promised: that of TEST_DATABASE_URL, or the one that is installed; without either it is not run.
 * `drawn`: files that wait for something to be drawn; what failed in them is tried once more, alone.
 * @typedef {{ name: string, title: string, commands?: string[][], projects?: string[], browser?: boolean, oldest?:
 * boolean, after?: string[], files?: string[], drawn?: RegExp }} Suite
 * @typedef {{ passed: number, failed: number, again?: string[] }} Count
 */

/** @type {Suite[]} */
const suites = [
  // One checker: each of several works out anew what they share, which takes twice the processor that others wait for.
  { name: 'types', title: 'tipos', commands: [['node_modules/typescript/bin/tsc', '--noEmit', '--checkers', '1']] },
  {
    name: 'lint',
    title: 'estilo',
    commands: [
      ['node_modules/oxlint/bin/oxlint', '--deny-warnings'],
      ['node_modules/@biomejs/biome/bin/biome', 'format'],
    ],
  },
  {
    name: 'unused',
    title: 'lo que nadie usa',
    // All that nothing uses, and what only tests do.
    commands: [
      ['node_modules/knip/bin/knip.js', '--no-progress'],
      ['node_modules/knip/bin/knip.js', '--no-progress', '--production', '--files', '--exports'],
    ],
  },
  { name: 'tidy', title: 'orden de la casa', projects: ['tidy'] },
  { name: 'unit', title: 'unidades', projects: ['unit', 'unit-dom'], drawn: /\.tsx$/ },
  { name: 'api', title: 'API y concurrencia', projects: ['api'] },
  { name: 'oldest', title: `API y concurrencia en PostgreSQL ${oldestVersion}`, projects: ['api'], oldest: true },
  { name: 'e2e', title: 'navegador', projects: ['e2e'], browser: true, drawn: /./ },
  { name: 'access', title: 'accesos', projects: ['access'] },
  {
    name: 'answers',
    title: 'respuestas declaradas',
    commands: [['--import', 'tsx', 'tests/answers.ts']],
    after: ['api', 'access'],
  },
]
/** These take seconds and a core each, so they run at once. */
const together = ['types', 'lint', 'unused', 'tidy']
/**
 * This one runs beside the others, which take as long together: where a suite begins, ends or waits for its database or
 * browser, another has the processor.
 */
const beside = ['api']
/** Races and models with many more trials, access by everybody, every screen and link where a day sees one of each kind: hours. */
const isLong = process.argv.includes('--long')
/** Writes down how long each file takes: the longest begin first in the runs after. */
const isTimed = process.argv.includes('--times')
/** What `support/usual.mjs` leaves to the long run. */
const toldOfLeft =
  `Quedan para npm run test:long: ${leftFiles.length} archivos, ` +
  `y ${leftTests.flatMap(([, tests]) => tests).length} pruebas de otros ${leftTests.length} (tests/support/usual.mjs).`
/** What the usual run leaves out: as long as the whole of the suite it repeats. */
const seldom = ['oldest']
/** A suite that hangs ends the run some day. */
const LIMIT_MS = (isLong ? 12 * 60 : 75) * 60_000

/** Who failed and why, told together just before the verdict: the output above is long. @type {string[]} */
const failures = []
/** What could not be run here: neither passed nor failed. @type {string[]} */
const notRun = []
/** What failed where pages are drawn and was well alone: counted as passed, and named. @type {string[]} */
const unsteady = []
/** Of more files than these, what failed has another cause than a browser that came late. */
const MOST_AGAIN = 3

const reports = mkdtempSync(join(tmpdir(), 'sorteo-reports-'))
const answers = mkdtempSync(join(tmpdir(), 'sorteo-answers-'))
process.env[foldersVariable] = answers
process.on('exit', () => {
  for (const folder of [reports, answers]) rmSync(folder, { recursive: true, force: true })
})

/**
 * Runs a program; its output goes straight through, or comes back to be printed in one piece.
 * @param {string[]} args
 * @param {boolean} streams
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<{ code: number, output: string }>}
 */
function run(args, streams, env = process.env) {
  const child = spawn(process.execPath, args, {
    cwd: root,
    env,
    stdio: ['ignore', streams ? 'inherit' : 'pipe', streams ? 'inherit' : 'pipe'],
    timeout: LIMIT_MS,
    killSignal: 'SIGKILL',
  })
  return new Promise((resolve) => {
    let output = ''
    const collect = (/** @type {Buffer} */ chunk) => (output += chunk.toString())
    if (child.stdout) child.stdout.on('data', collect)
    if (child.stderr) child.stderr.on('data', collect)
    child.on('error', (error) => resolve({ code: -1, output: error.message }))
    child.on('close', (code) => resolve({ code: code === null ? -1 : code, output }))
  })
}

/** The first lines of a message, which say what was wrong; the whole of it is above. @param {string | undefined} message */
const head = (message) => (message ?? '').split('\n').slice(0, 4).join(' ').slice(0, 600)

/**
 * What the suite's own report says. A file that broke before its first test, or an error outside of
 * any test, fails the run without showing among its tests.
 * @param {string} file
 * @param {number} code
 * @returns {Count}
 */
function readReport(file, code) {
  /** @typedef {{ status: string, fullName: string, failureMessages?: string[] }} Assertion */
  /**
   * @typedef {{ name: string, status: string, message?: string, assertionResults: Assertion[], startTime: number,
   * endTime: number }} FileResult
   */
  /** @type {FileResult[]} */
  let files = []
  try {
    files = JSON.parse(readFileSync(file, 'utf8')).testResults
  } catch {
    failures.push(`${file}: no llegó a escribir su informe`)
    return { passed: 0, failed: 1 }
  }
  if (isTimed) writeSeconds(files)
  const tests = files.flatMap((result) => result.assertionResults)
  const passed = tests.filter((test) => test.status === 'passed').length
  const broken = files.filter(
    (result) => result.status === 'failed' && !result.assertionResults.some((test) => test.status === 'failed'),
  )
  for (const result of files) {
    const place = relative(root, result.name)
    if (broken.includes(result)) failures.push(`${place}: ${head(result.message)}`)
    for (const test of result.assertionResults)
      if (test.status === 'failed') failures.push(`${place} > ${test.fullName}: ${head(test.failureMessages?.[0])}`)
  }
  const failed = tests.filter((test) => test.status === 'failed').length + broken.length
  const isUnexplained = failed === 0 && (code !== 0 || passed === 0)
  const again = broken.length > 0 || isUnexplained ? [] : failedFiles(files)
  return { passed, failed: isUnexplained ? 1 : failed, again }
}

/** @param {{ name: string, status: string }[]} files */
const failedFiles = (files) => files.filter(({ status }) => status === 'failed').map(({ name }) => relative(root, name))

/**
 * The files that draw and in which tests failed, once more with nothing beside: on a machine that does much at once
 * a page may come later than its test waits. What fails again has failed; what does not is counted as passed, and named.
 * @param {Suite} suite @param {Count} first @returns {Promise<Count>}
 */
async function againAlone(suite, first) {
  const files = first.again ?? []
  const mayBeLate = files.every((file) => suite.drawn?.test(file))
  if (!mayBeLate || files.length === 0 || files.length > MOST_AGAIN) return first
  const before = failures.splice(0).filter((failure) => {
    const isItsOwn = files.some((file) => failure.startsWith(`${file} > `))
    if (!isItsOwn) failures.push(failure)
    return isItsOwn
  })
  const second = await runSuite({ ...suite, name: `${suite.name}-again`, title: 'otra vez, a solas', files }, true)
  if (second.failed === 0) unsteady.push(...before)
  // Of a file that failed again all failures are told, those of the second time too.
  else failures.unshift(...before)
  return second.failed === 0 ? { passed: first.passed + first.failed, failed: 0 } : first
}

/** Is the oldest PostgreSQL here: installed, or the one of TEST_DATABASE_URL? @returns {Promise<boolean>} */
async function hasOldest() {
  const url = process.env.TEST_DATABASE_URL
  if (oldestPrograms() || !url) return oldestPrograms() !== undefined
  const { default: pg } = await import('pg')
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query('SHOW server_version_num')
  await client.end()
  return Math.trunc(rows[0].server_version_num / 10_000) === oldestVersion
}

/** Races as long as each day's; the answers are looked at as the other server gives them. */
function forOldest() {
  /** @type {NodeJS.ProcessEnv} */
  const env = { ...process.env, [oldestVariable]: '1' }
  for (const name of ['RACE_TRIALS', 'MODEL_RUNS', 'PROOF_TICKETS', foldersVariable]) delete env[name]
  return env
}

/** @param {Suite} suite @param {boolean} streams @returns {Promise<Count>} */
async function runSuite(suite, streams) {
  if (suite.oldest && !(await hasOldest())) {
    notRun.push(
      `${suite.name}: no hay un PostgreSQL ${oldestVersion} (Debian: postgresql-${oldestVersion}, o TEST_DATABASE_URL)`,
    )
    return { passed: 0, failed: 0 }
  }
  const heading = `\n━━ ${suite.name}: ${suite.title} `.padEnd(80, '━')
  const begin = Date.now()
  if (streams) console.log(heading)
  /** @type {Count} */
  let count = { passed: 0, failed: 1 }
  let output = ''
  const chromium = suite.browser ? ensureChromium() : undefined
  if (chromium) process.env.CHROMIUM_PATH = chromium
  if (suite.commands) {
    count = { passed: 1, failed: 0 }
    for (const command of suite.commands) {
      const result = await run(command, streams)
      output += result.output
      if (result.code !== 0) {
        count = { passed: 0, failed: 1 }
        failures.push(`${suite.name}: ${command[0]} terminó con ${result.code}`)
      }
    }
  } else if (suite.projects && (chromium || !suite.browser)) {
    const report = join(reports, `${suite.name}.json`)
    const projects = suite.projects.flatMap((project) => ['--project', project])
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
    const passedOver = isLong ? [] : withoutLeft()
    const result = await run(
      ['node_modules/vitest/vitest.mjs', 'run', ...(suite.files ?? []), ...projects, ...passedOver, ...reporters],
      streams,
      suite.oldest ? forOldest() : process.env,
    )
    output = result.output
    count = readReport(report, result.code)
  }
  if (!streams) console.log(`${heading}\n${output.trim()}`)
  const seconds = ((Date.now() - begin) / 1000).toFixed(1).replace('.', ',')
  console.log(`${suite.name}: ${count.passed} bien, ${count.failed} mal, ${seconds} s`)
  return count
}

/** @param {string[]} names @returns {Promise<Count>} */
async function runAll(names) {
  const asked = [...names, ...suites.filter(({ name }) => names.includes(name)).flatMap(({ after = [] }) => after)]
  const chosen = suites.filter(({ name }) => (names.length === 0 ? !seldom.includes(name) : asked.includes(name)))
  /** @type {{ suite: Suite, count: Count }[]} */
  const counts = []
  /** @param {Suite} suite @param {boolean} streams */
  const runCounted = async (suite, streams) => ({ suite, count: await runSuite(suite, streams) })
  const cheap = chosen.filter((suite) => together.includes(suite.name))
  const aside = chosen.filter((suite) => beside.includes(suite.name))
  const last = chosen.filter((suite) => suite.after)
  const others = chosen.filter((suite) => ![...cheap, ...aside, ...last].includes(suite))
  const isAlone = aside.length + last.length === chosen.length
  /** @param {Suite[]} line @param {boolean} streams */
  const runLine = async (line, streams) => {
    for (const suite of line) counts.push(await runCounted(suite, streams))
  }
  const runOthers = async () => {
    counts.push(...(await Promise.all(cheap.map((suite) => runCounted(suite, chosen.length === 1)))))
    await runLine(others, true)
  }
  // Two at once would be unreadable: what runs beside the others is told in one piece.
  await Promise.all([runLine(aside, isAlone), runOthers()])
  await runLine(last, true)
  for (const [n, { suite, count }] of counts.entries()) counts[n] = { suite, count: await againAlone(suite, count) }
  const sum = (/** @type {'passed' | 'failed'} */ key) => counts.reduce((total, { count }) => total + count[key], 0)
  return { passed: sum('passed'), failed: sum('failed') }
}

const args = process.argv.slice(2).filter((arg) => arg !== '--long' && arg !== '--times')
const unknown = args.find((arg) => arg !== '--bench' && !suites.some((suite) => suite.name === arg))
if (isLong) {
  process.env.RACE_TRIALS ??= '200'
  process.env.MODEL_RUNS ??= '1000'
  process.env.PROOF_TICKETS ??= '1000000'
}

if (args[0] === '--bench') {
  await ensureInstalled('all')
  process.exitCode = (await run(['--import', 'tsx', 'tests/bench/main.ts', ...args.slice(1)], true)).code
} else if (unknown) {
  console.error(`No hay un grupo de pruebas «${unknown}»: ${suites.map((suite) => suite.name).join(', ')} o --bench.`)
  process.exitCode = 1
} else {
  await ensureInstalled('all')
  const { passed, failed } = await runAll(
    isLong && args.length === 0 ? ['unit', 'api', 'access', 'e2e', ...seldom] : args,
  )
  process.exitCode = failed > 0 ? 1 : 0
  if (failures.length > 0) console.log(`\nFallaron:\n${failures.map((failure) => `- ${failure}`).join('\n')}`)
  if (unsteady.length > 0)
    console.log(`\nInestables (bien a la segunda, a solas):\n${unsteady.map((one) => `- ${one}`).join('\n')}`)
  if (notRun.length > 0) console.log(`\nNo se corrió:\n${notRun.map((one) => `- ${one}`).join('\n')}`)
  if (!isLong) console.log(`\n${toldOfLeft}`)
  console.log(`\n${passed} passed, ${failed} failed`)
}
