import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setImmediate as turn, setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'
import type { Works } from '../../../tests/support/apart-work.ts'
import { Apart } from './apart.ts'

const source = 'tests/support/apart-work.ts'
const apart = new Apart(source)
afterAll(() => apart.close())

const none = Buffer.alloc(0)
let people = 0
const job = (kind: keyof Works, who = `person ${++people}`) => ({ who, kind, bytes: none, options: undefined })
const counts = (bytes: Buffer, from: number) => ({ ...job('counts'), bytes, options: { from } })
const environment = (who?: string) => apart.one<Works['environments']>(job('environments', who))
const codeOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'done',
    (error: { code?: string; message: string }) => error.code ?? error.message,
  )

const lives = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
/** Until something is so, looked at again and again; how often. */
async function until(isSo: () => boolean): Promise<number> {
  let looks = 0
  for (; !isSo(); looks++) await sleep(1)
  return looks
}

describe('work that is done apart', () => {
  it('comes in pieces as they are asked for, of as many bytes as there are, and its process is kept for the next', async () => {
    const bytes = Buffer.alloc(12_000_000)
    const taken = await apart.run<Works['counts'], unknown[]>(counts(bytes, 5), async (next) => [
      await next(),
      await next(true),
      await next(true),
      await next(false),
    ])
    expect(taken).toEqual([60_000_000, 72_000_000, 84_000_000, undefined])
    const [pid] = apart.pids
    expect(await apart.one<Works['counts']>(counts(Buffer.from('ab'), 3))).toBe(6)
    expect(apart.pids).toEqual([pid])
  })

  it('has of the environment nothing that is secret', async () => {
    process.env['DATABASE_URL'] ??= 'postgres://somebody:secret@nowhere/none'
    const names = await environment()
    expect(names).toContain('PATH')
    expect(names.filter((name) => /URL|PASS|BANCAS|SORTEO|PG/i.test(name))).toEqual([])
  })

  it('refuses as it would here, and tells its faults', async () => {
    await expect(apart.one(job('refusals'))).rejects.toMatchObject({
      code: 'sheet_formula',
      detail: 'La celda C7',
      extra: { cell: 'C7' },
    })
    await expect(apart.one(job('faults'))).rejects.toThrow(/TypeError: a fault of the program/)
  })

  it('that nobody wants any more is given up with its process', async () => {
    const left = apart.run<Works['counts'], void>(counts(none, 1), async (next) => {
      await next()
      throw new Error('enough')
    })
    expect(await codeOf(left)).toBe('enough')
    expect(await environment()).toContain('PATH')
  })
})

describe('what takes too much', () => {
  it('time ends, though it lets nothing else begin, and here all goes on meanwhile', async () => {
    const hasty = new Apart(source)
    hasty.patience_ms = 300
    let turns = 0
    let isOver = false
    const spun = codeOf(hasty.one(job('spins'))).finally(() => (isOver = true))
    turns = await until(() => isOver)
    expect(await spun).toBe('file_too_slow')
    expect(turns).toBeGreaterThan(20)
    expect(hasty.pids).toEqual([])
    hasty.patience_ms = 20_000
    expect(await hasty.one<Works['counts']>(counts(Buffer.from('a'), 7))).toBe(7)
    await hasty.close()
  })

  it.each(['buffers', 'objects'] as const)('memory for %s ends, and the next one is done', async (kind) => {
    expect(await codeOf(apart.one(job(kind)))).toBe('file_too_heavy')
    expect(await environment()).toContain('PATH')
  })
})

describe('a process that works apart', () => {
  it('killed amid its work is told so, and another does the next', async () => {
    const spun = codeOf(apart.one(job('spins', 'killed')))
    await until(() => apart.pids.length > 0)
    const before = apart.pids
    for (const pid of before) process.kill(pid, 'SIGKILL')
    expect(await spun).toBe('file_interrupted')
    expect(await environment()).toContain('PATH')
    expect(before).not.toContain(apart.pids[0])
  })

  it('is one of two, and a third job waits for one of them', async () => {
    const two = new Apart(source)
    const spun = ['one', 'two'].map((who) => codeOf(two.one(job('spins', who))))
    await until(() => two.pids.length === 2)
    let isDone = false
    const third = two.one<Works['counts']>(counts(Buffer.from('abc'), 2)).finally(() => (isDone = true))
    for (let n = 0; n < 100; n++) await turn()
    expect([two.pids.length, isDone]).toEqual([2, false])
    process.kill(two.pids[0]!, 'SIGKILL')
    expect(await third).toBe(6)
    await two.close()
    expect(await Promise.all(spun)).toEqual(['file_interrupted', 'file_interrupted'])
  })

  it('is nobody’s alone: of a hundred jobs of one person at once most are put off, and another’s is done', async () => {
    const all = Array.from({ length: 100 }, () => codeOf(environment('one')))
    const other = environment('another')
    const told = await Promise.all(all)
    expect(told.filter((one) => one === 'done')).toHaveLength(4)
    expect(told.filter((one) => one === 'busy')).toHaveLength(96)
    expect(await other).toContain('PATH')
  })

  it('ends with the one that started it when that closes', async () => {
    const own = new Apart(source)
    await own.one<Works['counts']>(counts(none, 1))
    const spun = codeOf(own.one(job('spins')))
    await turn()
    const pids = [...own.pids]
    expect(pids).not.toEqual([])
    await own.close()
    expect(await spun).toBe('file_interrupted')
    expect(pids.filter(lives)).toEqual([])
    expect(await codeOf(own.one(job('counts')))).toBe('unavailable')
  })

  it.each(['counts', 'spins'] as const)(
    'does not outlive the one that started it, though that is killed while it %s',
    async (kind) => {
      const program = `
      import { Apart } from ${JSON.stringify(new URL('./apart.ts', import.meta.url).href)}
      const apart = new Apart(${JSON.stringify(source)})
      const job = { who: 'one', kind: ${JSON.stringify(kind)}, bytes: Buffer.alloc(1), options: { from: 1 } }
      void apart.run(job, async (next) => { await next(); await new Promise(() => undefined) })
      setTimeout(() => console.log(apart.pids.join()), 1_500)
      setInterval(() => undefined, 60_000)`
      const parent = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', program], {
        cwd: fileURLToPath(new URL('../../..', import.meta.url)),
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      const [said] = (await once(parent.stdout, 'data')) as [Buffer]
      const pids = said.toString().trim().split(',').map(Number)
      expect(pids.map(lives)).toEqual([true])
      parent.kill('SIGKILL')
      await until(() => !pids.some(lives))
    },
  )
})
