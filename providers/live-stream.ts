/**
 * Hearing that something moved, for as long as somebody looks: one connection of this tab, asked for again
 * when it ends; every 15 seconds without one; nothing while the tab is hidden. Of what moved travels what a call
 * declares (`says`), or nothing: whoever looks reads again with its own rights, at most every two seconds.
 */

/** How one hears: as it happens, by asking now and then, not at all since then (nobody answers), or not yet. */
export interface LiveState {
  way: 'opening' | 'live' | 'polling' | 'standing'
  since: number
}

export interface StreamOptions {
  /** Opens the connection; what it throws is told apart by `unanswered`: nobody was there at all. */
  open: (signal: AbortSignal) => Promise<ReadableStream<Uint8Array>>
  unanswered: (error: unknown) => boolean
  /** Something moved, or may have. */
  moved: () => void
  /** An event that says more than that, with its data as it came. It moved too. */
  said?: (name: string, data: string) => void
  /** There is another state. */
  changed: () => void
  /** What moved before is still being read: asked for now, it would be forgotten. */
  busy: () => boolean
}

/** Between two readings, between two tries, without a sign of life, and until nobody has come back. */
const [gapMs, againMs, silentMs, lingerMs] = [2_000, 15_000, 40_000, 500] as const
const busyMs = 200
/** A connection that lasted as long was no refusal: the next one is opened at once. */
const lastedMs = 5_000

export class LiveStream {
  state: LiveState = { way: 'opening', since: Date.now() }
  private readonly said: StreamOptions
  private looking = 0
  private leaving: ReturnType<typeof setTimeout> | undefined
  private ending: AbortController | undefined
  /** The connection of now has said something. */
  private heard = false
  private told = 0
  private telling: ReturnType<typeof setTimeout> | undefined

  constructor(said: StreamOptions) {
    this.said = said
  }

  /** Somebody looks. */
  join(): void {
    clearTimeout(this.leaving)
    this.looking += 1
    if (this.looking > 1 || this.ending) return
    this.change('opening')
    document.addEventListener('visibilitychange', this.turn)
    this.turn()
  }

  /** Somebody no longer looks. A change of filters leaves and joins in one breath: the connection outlasts it. */
  leave(): void {
    this.looking -= 1
    if (this.looking > 0) return
    this.leaving = setTimeout(() => {
      document.removeEventListener('visibilitychange', this.turn)
      this.stop()
    }, lingerMs)
  }

  /** A hidden tab hears nothing; one that is seen again reads what it missed. */
  private readonly turn = (): void => {
    if (document.hidden) return this.stop()
    if (this.ending) return
    this.ending = new AbortController()
    void this.run(this.ending.signal)
  }

  private stop(): void {
    this.ending?.abort()
    this.ending = undefined
    clearTimeout(this.telling)
    this.telling = undefined
  }

  private change(way: LiveState['way']): void {
    if (this.state.way === way) return
    this.state = { way, since: Date.now() }
    this.said.changed()
  }

  private async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const begun = Date.now()
      this.heard = false
      let fault: unknown
      try {
        await this.hear(signal)
      } catch (error) {
        fault = error
      }
      if (signal.aborted) return
      if (this.heard && Date.now() - begun >= lastedMs) continue
      this.change(this.said.unanswered(fault) ? 'standing' : 'polling')
      await pause(againMs, signal)
      if (!signal.aborted) this.tell()
    }
  }

  /** One connection, until it ends, fails or says nothing for too long. */
  private async hear(signal: AbortSignal): Promise<void> {
    const own = new AbortController()
    const end = () => own.abort()
    signal.addEventListener('abort', end, { once: true })
    let silence = setTimeout(end, silentMs)
    try {
      const reader = (await this.said.open(own.signal)).getReader()
      const decoder = new TextDecoder()
      for (let [text, named] = ['', '']; ; ) {
        const { done, value } = await reader.read()
        if (done) return
        clearTimeout(silence)
        silence = setTimeout(end, silentMs)
        this.heard = true
        this.change('live')
        const lines = (text + decoder.decode(value, { stream: true })).split('\n')
        text = lines.pop() ?? ''
        for (const line of lines) named = this.read(line, named)
        if (lines.some((line) => line.startsWith('event: '))) this.tell()
      }
    } finally {
      clearTimeout(silence)
      signal.removeEventListener('abort', end)
      own.abort()
    }
  }

  /** A line of an event: its name, which is answered for the next line, or its data. */
  private read(line: string, named: string): string {
    if (line.startsWith('event: ')) return line.slice('event: '.length)
    if (line.startsWith('data: ')) this.said.said?.(named, line.slice('data: '.length))
    return named
  }

  /** Now, or when the last reading is done and two seconds have passed since it was asked for. */
  private tell(): void {
    if (this.telling) return
    const attempt = () => {
      this.telling = undefined
      const wait = this.told + gapMs - Date.now()
      if (wait > 0 || this.said.busy()) {
        this.telling = setTimeout(attempt, Math.max(wait, busyMs))
        return
      }
      this.told = Date.now()
      this.said.moved()
    }
    attempt()
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, ms)
    signal.addEventListener('abort', done, { once: true })
  })
}
