/** Serials of one day, none of them twice, and secret codes. */
import { newSerial } from '../rules/sale/serial.ts'
import type { Random } from './random.ts'

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Serials of one day, none of them twice, and secret codes. */
export class Serials {
  readonly #prefix: string
  readonly #random: Random
  readonly #used = new Set<number>()

  constructor(day: string, random: Random) {
    this.#prefix = newSerial(day).slice(0, 3)
    this.#random = random
  }

  next(): string {
    let value = 0
    do value = this.#random.bits() * 8 + (this.#random.bits() & 7)
    while (this.#used.has(value))
    this.#used.add(value)
    let text = ''
    for (let n = 0; n < 7; n++) {
      text += alphabet[value % 32]
      value = Math.floor(value / 32)
    }
    return this.#prefix + text
  }

  code(): string {
    let text = ''
    for (let word = 0; word < 3; word++) {
      let bits = this.#random.bits()
      for (let n = 0; n < (word === 2 ? 3 : 5); n++, bits >>>= 5) text += alphabet[bits & 31]
    }
    return text
  }
}
