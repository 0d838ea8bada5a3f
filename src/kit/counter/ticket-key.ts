/** What a scanner or a hand wrote of a ticket. */

export interface SerialAndCode {
  serial: string | null
  code: string | null
}

/**
 * A receipt's QR is `SERIAL-CODE`. A scanner set to another keyboard writes its dash as some other mark,
 * and a hand writes spaces and small letters; a serial has ten characters, a code thirteen.
 */
export function readSerialAndCode(typed: string): SerialAndCode {
  const text = typed.toUpperCase().replace(/\s+/g, '')
  const whole = /^([0-9A-Z]{10})[^0-9A-Z]+([0-9A-Z]{4,40})$/.exec(text) ?? /^([0-9A-Z]{10})([0-9A-Z]{13})$/.exec(text)
  if (whole) return { serial: whole[1]!, code: whole[2]! }
  if (/^[0-9A-Z]{10}$/.test(text)) return { serial: text, code: null }
  return { serial: null, code: /^[0-9A-Z]{4,40}$/.test(text) ? text : null }
}
