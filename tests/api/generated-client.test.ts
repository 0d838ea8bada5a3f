/**
 * The terminal of the docs, as its maker would do it: a client is generated from the description that the server
 * answers, both compile under strict rules, and the program signs in, sells a ticket twice under one key and
 * annuls it; then the same client pays a prize.
 */
import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { root } from '../../server/install.mjs'
import { grossSales } from '../../contract/gross-sales.ts'
import { session } from '../../contract/session.ts'
import { password } from '../support/world.ts'
import { line, openCounter } from './sale-setup.ts'

const counter = openCounter()
let folder = ''
let url = ''
const packages = join(root, 'node_modules')
const node = async (...words: string[]) =>
  (await promisify(execFile)(process.execPath, words, { cwd: folder })).stdout.trim()
const tsx = (file: string, ...words: string[]) => node(join(packages, 'tsx/dist/cli.mjs'), file, ...words)

/** Pays a ticket, and says how the second try is refused. */
const payer = `import { randomUUID } from 'node:crypto'
import { ok } from '@oazapfts/runtime'
import { defaults, sessionOpen, ticketsPay } from './client.ts'

const [url = '', username = '', password = '', serial = '', code = ''] = process.argv.slice(2)
defaults.baseUrl = url
const { access_token } = await ok(sessionOpen({ username, password }))
defaults.headers = { Authorization: \`Bearer \${access_token}\` }
const paid = await ok(ticketsPay(serial, randomUUID(), { code }))
const again = await ticketsPay(serial, randomUUID(), { code })
if (again.status === 409) console.log(paid.state, paid.prize, again.data.code)
`
const options = {
  compilerOptions: {
    target: 'ES2023',
    module: 'ESNext',
    moduleResolution: 'bundler',
    types: ['node'],
    strict: true,
    noUncheckedIndexedAccess: true,
    allowImportingTsExtensions: true,
    noEmit: true,
    skipLibCheck: true,
  },
  files: ['client.ts', 'terminal.ts', 'payer.ts'],
}

beforeAll(async () => {
  url = await counter.app.app.listen({ port: 0, host: '127.0.0.1' })
  folder = mkdtempSync(join(tmpdir(), 'sorteo-terminal-'))
  symlinkSync(packages, join(folder, 'node_modules'))
  const [, terminal = ''] =
    /^```ts\n(import .*?)^```/ms.exec(readFileSync(join(root, 'docs/terminals.md'), 'utf8')) ?? []
  for (const [file, text] of Object.entries({
    'package.json': '{ "type": "module" }',
    'tsconfig.json': JSON.stringify(options),
    'terminal.ts': terminal,
    'payer.ts': payer,
  }))
    writeFileSync(join(folder, file), text)
  await node(join(packages, 'oazapfts/dist/cli.js'), `${url}/api/openapi.json`, 'client.ts')
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

it('compiles under strict rules, and the terminal with it', async () => {
  await expect(node(join(packages, 'typescript/bin/tsc'))).resolves.toBe('')
})

it('sells a ticket once under its key, and annuls it', async () => {
  await counter.world.draw('LOTTO_ACTIVO')
  const [serial, ...told] = (await tsx('terminal.ts', url, 'taquilla', password)).split(' ')
  expect(told).toEqual(['10.00', 'anulado'])
  const kept = await counter.world.db.rows(sql`SELECT serial, state FROM tickets`)
  expect(kept).toEqual([{ serial, state: 'anulado' }])
})

it('pays a prize, and is told why it is not paid again', async () => {
  const draw = await counter.world.draw('LOTTO_ACTIVO')
  const { serial, code } = await counter.sell([line(draw, '5')])
  await counter.prize(draw, '5')
  expect(await tsx('payer.ts', url, 'taquilla', password, serial, code)).toBe('pagado 300.00 ticket_already_paid')
})

it('is told of no header that the server does not send', async () => {
  const { app, world } = counter
  const description = (await app.app.inject({ url: '/api/openapi.json' })).json()
  const saidOf = (method: string, path: string, status: number) =>
    Object.keys(description.paths[path][method].responses[status].headers).map((name) => name.toLowerCase())
  const opened = await app.call(session.open, { body: { username: 'taquilla', password } })
  expect(Object.keys(opened.headers)).toEqual(expect.arrayContaining(saidOf('post', session.open.path, 200)))
  const file = await app.call(grossSales.export, { query: { from: world.today, to: world.today } }, { as: 'banca' })
  expect(Object.keys(file.headers)).toEqual(expect.arrayContaining(saidOf('get', grossSales.export.path, 200)))
})
