import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const program = (last: string) => `
  import { endInOrder } from ${JSON.stringify(new URL('./ending.ts', import.meta.url).href)}
  const ending = endInOrder((fault, what) => console.log(what, fault.message), 1_000)
  for (const name of ['first', 'second']) ending.closes(async () => console.log(name, 'closed'))
  setInterval(() => undefined, 60_000)
  const loses = async () => {
    Promise.reject(new Error('lost'))
    await new Promise(setImmediate)
  }
  ${last}`

/** How a process of its own ended, and what it said until then. */
async function ran(last: string): Promise<[code: unknown, said: string[]]> {
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', program(last)], {
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = new Promise((resolve) => child.once('close', resolve))
  const said = await text(child.stdout)
  return [await ended, said.trim().split('\n')]
}

const inOrder = ['second closed', 'first closed']
const told = 'unhandledRejection lost'

it.each([
  ['a signal', `process.kill(process.pid, 'SIGINT')`, 0, inOrder],
  ['two signals', `for (const one of ['SIGINT', 'SIGTERM']) process.kill(process.pid, one)`, 0, inOrder],
  ['a rejection that nobody caught', `Promise.reject(new Error('lost'))`, 1, [told, ...inOrder]],
  ['an exception that nobody caught', `throw new Error('lost')`, 1, ['uncaughtException lost', ...inOrder]],
  [
    'a rejection while it closes for a signal',
    `ending.closes(loses)
     process.kill(process.pid, 'SIGTERM')`,
    1,
    [told, ...inOrder],
  ],
  [
    'a rejection while it closes for another',
    `ending.closes(loses)
     Promise.reject(new Error('lost'))`,
    1,
    [told, told, ...inOrder],
  ],
  [
    'a rejection, though something cannot be closed',
    `ending.closes(() => new Promise(() => undefined))
     Promise.reject(new Error('lost'))`,
    1,
    [told],
  ],
  [
    'a signal, though closing fails',
    `ending.closes(() => Promise.reject(new Error('closed before')))
     process.kill(process.pid, 'SIGINT')`,
    1,
    [''],
  ],
])('%s ends the process', async (_what, last, code, said) => {
  expect(await ran(last)).toEqual([code, said])
})
