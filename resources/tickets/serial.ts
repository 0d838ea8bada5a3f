/**
 * The serial of a ticket as it is typed or scanned: alone, or as a receipt's QR has it, `SERIAL-CODE`. The code is a
 * secret: it never goes into an address, and is only kept until the ticket that it was read with is paid or another is read.
 */
import { readSerialAndCode } from '@/kit/counter/ticket-key.ts'

export interface ReadSerial {
  serial: string
  code: string | null
}

/** What a person or scanner gave, or null when it is no serial. Spaces and case do not matter. */
export function readSerial(typed: string): ReadSerial | null {
  const { serial, code } = readSerialAndCode(typed)
  return serial === null ? null : { serial, code }
}

let scanned: ReadSerial | null = null

/** Keeps the code that a receipt was scanned with, for its payment. */
export function keepScanned(read: ReadSerial): void {
  scanned = read.code === null ? null : read
}

/** The code scanned with this very serial, or ''. */
export function scannedCode(serial: string): string {
  return scanned?.serial === serial ? (scanned.code ?? '') : ''
}

export function forgetScanned(): void {
  scanned = null
}
