/** A program that works apart as no reader should: for the tests of what ends it. */
import { Problem } from '../../server/platform/http/problem.ts'
import { serveWork } from '../../server/platform/apart/serve.ts'

async function* counts(bytes: Buffer, { from }: { from: number }): AsyncGenerator<number, void, boolean | undefined> {
  let n = from
  while (yield n * bytes.length) n += 1
}

async function* environments(): AsyncGenerator<string[], void> {
  yield Object.keys(process.env)
}

/** Work that comes to no piece. */
const without = (work: () => Promise<void>) =>
  async function* (): AsyncGenerator<void, void> {
    yield await work()
  }

/** For ever, and lets nothing else begin. */
const spins = without(async () => {
  for (;;) Math.random()
})

const buffers = without(async () => {
  const all: Buffer[] = []
  for (;;) {
    all.push(Buffer.alloc(4_000_000, 1))
    await new Promise(setImmediate)
  }
})

const objects = without(async () => {
  const all: unknown[] = []
  for (;;) all.push({ n: all.length, text: [all.length] })
})

const refusals = without(async () => {
  throw new Problem('sheet_formula', { detail: 'La celda C7', extra: { cell: 'C7' } })
})

const faults = without(async () => {
  throw new TypeError('a fault of the program')
})

const works = { counts, environments, spins, buffers, objects, refusals, faults }
export type Works = typeof works

serveWork(works)
