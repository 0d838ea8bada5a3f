/** Chance that repeats: the same seed draws the same numbers, so that two seeded databases are equal. */

/** A fast generator of 32 bits (sfc32); not for secrets. */
export class Random {
  #a: number
  #b: number
  #c: number
  #d = 1

  /** Each `stream` of one seed goes its own way. */
  constructor(seed: number, stream = 0) {
    this.#a = seed | 0
    this.#b = stream | 0
    this.#c = 0x9e3779b9 | 0
    for (let n = 0; n < 16; n++) this.bits()
  }

  /** 32 bits as an unsigned integer. */
  bits(): number {
    const sum = (this.#a + this.#b + this.#d) | 0
    this.#d = (this.#d + 1) | 0
    this.#a = this.#b ^ (this.#b >>> 9)
    this.#b = (this.#c + (this.#c << 3)) | 0
    this.#c = (((this.#c << 21) | (this.#c >>> 11)) + sum) | 0
    return sum >>> 0
  }

  /** From 0 up to 1, without 1. */
  unit(): number {
    return this.bits() / 4_294_967_296
  }

  /** A whole number from 0 up to `below`, without it. */
  below(below: number): number {
    return Math.floor(this.unit() * below)
  }

  /** A whole number from `least` to `most`, both included. */
  between(least: number, most: number): number {
    return least + this.below(most - least + 1)
  }

  chance(of: number): boolean {
    return this.unit() < of
  }

  pick<T>(from: readonly T[]): T {
    return from[this.below(from.length)]!
  }

  /** Digits 0 to 9, `length` of them. */
  digits(length: number): string {
    return String(this.below(10 ** length)).padStart(length, '0')
  }
}

/** Picks with weights: building costs once, each pick is a binary search. */
export class Weighted<T> {
  readonly #values: readonly T[]
  readonly #sums: Float64Array

  constructor(values: readonly T[], weight: (value: T, at: number) => number) {
    this.#values = values
    this.#sums = new Float64Array(values.length)
    let sum = 0
    values.forEach((value, at) => {
      this.#sums[at] = sum += weight(value, at)
    })
  }

  get total(): number {
    return this.#sums.at(-1) ?? 0
  }

  pick(random: Random): T {
    const wanted = random.unit() * this.total
    let low = 0
    let high = this.#sums.length - 1
    while (low < high) {
      const middle = (low + high) >> 1
      if (this.#sums[middle]! > wanted) high = middle
      else low = middle + 1
    }
    return this.#values[low]!
  }
}
