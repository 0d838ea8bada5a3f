/** One process that works apart, as whoever started it sees it: asked a thing at a time, watched while it works, ended at once. */
import { spawn, type ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { Problem } from '../http/problem.ts'
import { repository } from '../repository.ts'
import { heap_mb, tooHeavySignal, type WorkerRequest, type WorkerReply } from './protocol.ts'

/** It loads a program: long only where the machine is. */
const startWithinMs = 60_000
const watchEveryMs = 50
/** Of what it says when it breaks. */
const longestLastWords = 4_000

/** From the sources where those run, which takes the tool that strips their types; otherwise as built. */
const programOf = (source: string): string[] =>
  import.meta.url.endsWith('.ts')
    ? ['--import', 'tsx', repository + source]
    : [`${repository}dist/${source.replace(/ts$/, 'js')}`]

/** Of the environment what a program needs to run: no address of a database, no password. */
const environment = Object.fromEntries(
  ['PATH', 'TMPDIR', 'TZ', 'LANG', 'NODE_ENV', 'SYSTEMROOT'].flatMap((name) =>
    process.env[name] === undefined ? [] : [[name, process.env[name]]],
  ),
)

/** What a process holds, in bytes; undefined where the system does not tell of another's. */
function residentOf(pid: number | undefined): number | undefined {
  try {
    return Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1]) * 1_024
  } catch {
    return undefined
  }
}

/** By its last words: the allocator of JavaScript ends a process that would have more. */
const isOutOfHeap = (words: string) => /heap out of memory|Allocation failed/i.test(words)

/** What it may take of time, and hold of memory in bytes. */
interface Bounds {
  ms: number
  resident: number
}

interface Waiting {
  resolve(reply: WorkerReply): void
  reject(error: unknown): void
}

export class Child {
  /** Jobs that it did. */
  jobs = 0
  private readonly process: ChildProcess
  private readonly gone: Promise<void>
  private waiting: Waiting | undefined
  private words = ''
  /** Why it was ended, or why it is no longer there. */
  private why: unknown

  /** `source` is the program, as it lies in the house; `most_resident` what it may hold, in bytes. */
  constructor(source: string, most_resident: number) {
    const args = [`--max-old-space-size=${heap_mb}`, ...programOf(source), String(most_resident)]
    this.process = spawn(process.execPath, args, {
      cwd: repository,
      env: environment,
      stdio: ['pipe', 'ignore', 'pipe', 'ipc'],
      serialization: 'advanced',
    })
    this.process.stderr!.on('data', (some: Buffer) => {
      this.words = (this.words + some.toString()).slice(-longestLastWords)
    })
    // What it no longer takes in is told by its end.
    this.process.stdin!.on('error', () => undefined)
    this.process.on('message', (reply: WorkerReply) => {
      const { waiting } = this
      this.waiting = undefined
      waiting?.resolve(reply)
    })
    this.gone = new Promise((resolve) => {
      const ended = (error: unknown) => {
        this.why ??= error
        this.waiting?.reject(this.why)
        this.waiting = undefined
        resolve()
      }
      this.process.once('error', ended)
      this.process.once('close', (code, signal) => ended(this.endOf(code, signal)))
    })
  }

  get pid(): number | undefined {
    return this.process.pid
  }

  get isGone(): boolean {
    return this.why !== undefined
  }

  /** When it can be asked. @throws what it said last, where it does not start */
  async ready(): Promise<void> {
    const late = new Error('A process that works apart did not start.')
    await this.within({ ms: startWithinMs, resident: Infinity }, late, () => undefined)
  }

  /** What it answers, within its bounds. @throws Problem `file_too_slow`, `file_too_heavy`, `file_interrupted` */
  ask(asked: WorkerRequest, bounds: Bounds, bytes?: Uint8Array): Promise<WorkerReply> {
    return this.within(bounds, new Problem('file_too_slow'), () => {
      this.process.send(asked, () => undefined)
      if (bytes && bytes.length > 0) this.process.stdin!.write(bytes)
    })
  }

  /** Whether this process goes on for its sake. */
  hold(isHeld: boolean): void {
    const { stdin, stderr, channel } = this.process
    for (const one of [this.process, stdin, stderr, channel] as unknown as { ref?(): void; unref?(): void }[])
      if (isHeld) one?.ref?.()
      else one?.unref?.()
  }

  /** Ends it, whatever it is at; whoever waits for it hears `why`. */
  async end(why: unknown = new Problem('file_interrupted')): Promise<void> {
    this.why ??= why
    this.process.kill('SIGKILL')
    await this.gone
  }

  private async within({ ms, resident }: Bounds, late: Error, begin: () => void): Promise<WorkerReply> {
    // What came before may have taken all of its time.
    if (ms <= 0) await this.end(late)
    if (this.isGone) throw this.why
    const timer = setTimeout(() => void this.end(late), ms)
    const isHeavy = () => (residentOf(this.pid) ?? 0) > resident
    const heavy = () => this.end(new Problem('file_too_heavy'))
    const watch = setInterval(() => {
      if (isHeavy()) void heavy()
    }, watchEveryMs)
    try {
      const reply = await new Promise<WorkerReply>((resolve, reject) => {
        this.waiting = { resolve, reject }
        begin()
      })
      if (isHeavy()) await heavy()
      if (this.isGone) throw this.why
      return reply
    } finally {
      clearTimeout(timer)
      clearInterval(watch)
    }
  }

  private endOf(code: number | null, signal: string | null): Error {
    if (signal === tooHeavySignal || isOutOfHeap(this.words)) return new Problem('file_too_heavy')
    // Ended by the system or by somebody: of memory that others lack, or by hand.
    if (signal !== null || this.words === '') return new Problem('file_interrupted')
    return new Error(`A process that works apart ended with ${code}: ${this.words}`)
  }
}
