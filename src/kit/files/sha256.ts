/**
 * SHA-256 of what comes in pieces. The browser's own takes all of a file at once, and none at all where the console is served
 * without TLS.
 */
const rounds = new Uint32Array(64)
const initial = new Uint32Array(8)

/** The first 64 primes give the constants: the fractions of their cube roots, and of the first eight their square roots. */
function prepare(): void {
  const fraction = (root: number) => ((root - Math.floor(root)) * 2 ** 32) >>> 0
  let found = 0
  for (let n = 2; found < 64; n++) {
    let isPrime = true
    for (let by = 2; by * by <= n; by++) if (n % by === 0) isPrime = false
    if (!isPrime) continue
    if (found < 8) initial[found] = fraction(Math.sqrt(n))
    rounds[found++] = fraction(Math.cbrt(n))
  }
}
prepare()

const turned = (word: number, by: number) => (word >>> by) | (word << (32 - by))

export class Sha256 {
  private readonly state = Uint32Array.from(initial)
  private readonly block = new Uint8Array(64)
  private readonly view = new DataView(this.block.buffer)
  private readonly words = new Uint32Array(64)
  private held = 0
  private length = 0

  update(bytes: Uint8Array): this {
    this.length += bytes.length
    for (let at = 0; at < bytes.length; ) {
      const taken = Math.min(64 - this.held, bytes.length - at)
      this.block.set(bytes.subarray(at, at + taken), this.held)
      this.held += taken
      at += taken
      if (this.held === 64) this.mix()
    }
    return this
  }

  /** In hexadecimal. Nothing can be added after it. */
  hex(): string {
    this.block[this.held++] = 0x80
    if (this.held > 56) {
      this.block.fill(0, this.held)
      this.mix()
    }
    this.block.fill(0, this.held)
    this.view.setUint32(56, Math.floor(this.length / 2 ** 29))
    this.view.setUint32(60, (this.length * 8) >>> 0)
    this.mix()
    return [...this.state].map((word) => word.toString(16).padStart(8, '0')).join('')
  }

  private mix(): void {
    const { words: w, state } = this
    for (let n = 0; n < 16; n++) w[n] = this.view.getUint32(4 * n)
    for (let n = 16; n < 64; n++) {
      const [early, late] = [w[n - 15]!, w[n - 2]!]
      const first = turned(early, 7) ^ turned(early, 18) ^ (early >>> 3)
      const second = turned(late, 17) ^ turned(late, 19) ^ (late >>> 10)
      w[n] = w[n - 16]! + first + w[n - 7]! + second
    }
    let [a, b, c, d, e, f, g, h] = state as unknown as [number, number, number, number, number, number, number, number]
    for (let n = 0; n < 64; n++) {
      const sum = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)
      const one = (h + sum + ((e & f) ^ (~e & g)) + rounds[n]! + w[n]!) | 0
      const other = ((turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0
      h = g
      g = f
      f = e
      e = (d + one) | 0
      d = c
      c = b
      b = a
      a = (one + other) | 0
    }
    for (const [n, word] of [a, b, c, d, e, f, g, h].entries()) state[n] = state[n]! + word
    this.held = 0
  }
}
