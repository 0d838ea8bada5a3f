/** How people and accounts are named and reached: texts that many forms ask for. Whether one may be empty is the form's. */
import { z } from 'zod'
import { withKind } from '../field-kind.ts'

/**
 * What nobody sees and what turns writing around: controls, directions, zero widths, empty letters. With them two
 * names look the same, or one reads as another. In a text of several lines a line may end.
 */
const unseen =
  /\p{Cc}|\p{Cf}|\p{Zl}|\p{Zp}|\u034F|\u115F|\u1160|\u17B4|\u17B5|\u2800|\u3164|[\u{FE00}-\u{FE0F}]|\uFFA0/u
const unseenMessage = 'Tiene caracteres que no se ven; escríbalo de nuevo'

/** A text of a length, its ends trimmed, of signs that can be seen. `asked` is what an empty one says. */
export function text(shortest: number, longest: number, asked?: string) {
  return z
    .string(asked ? { error: asked } : undefined)
    .trim()
    .min(shortest, `Mínimo ${shortest} caracteres`)
    .max(longest, `Máximo ${longest} caracteres`)
    .refine((given) => !unseen.test(given), unseenMessage)
}

/**
 * Letters that look like ours and are none: of other alphabets, of phonetics, of mathematics and of full width. With them
 * one name would stand twice, and the eye could not tell which is which.
 */
const otherScripts = ['Cyrillic', 'Greek', 'Coptic', 'Armenian', 'Cherokee', 'Lisu']
const otherLetters = String.raw`\u0131\u0250-\u02AF\u1D00-\u1DBF\u2C60-\u2C7F\uA720-\uA7FF\uFF10-\uFF5A\u{1D400}-\u{1D7FF}`
const lookAlikes = new RegExp(`[${otherScripts.map((one) => `\\p{Script=${one}}`).join('')}${otherLetters}]`, 'u')

/** The name of something that people tell from others by it. */
export function nameText(shortest: number, longest: number, asked?: string) {
  return text(shortest, longest, asked).refine(
    (given) => !lookAlikes.test(given),
    'Tiene letras de otro alfabeto que parecen de este; escríbalo de nuevo',
  )
}

/** What somebody may add in own words, on several lines; nothing unless said. `asked` is what a missing one says. */
export function remark(longest: number, asked?: string) {
  return z
    .string(asked ? { error: asked } : undefined)
    .trim()
    .max(longest, `Máximo ${longest} caracteres`)
    .refine((given) => !unseen.test(given.replace(/[\r\n\t]/g, '')), unseenMessage)
}

/** Why somebody does what needs a reason: a word alone says nothing. */
export function motive(longest: number) {
  return remark(longest, 'Explique el motivo').min(5, 'Explique el motivo')
}

/** A text that must look a certain way. */
export function pattern(form: RegExp, refused: string) {
  return z.string().trim().regex(form, refused)
}

/** RIF or cédula: `J-12345678-9`, `V-12345678`; Panama's RUC is looser, so digits and dashes after the letter. */
export const document = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^([VEJGPC]-?)?[0-9][0-9-]{4,18}$/, 'Documento no válido, por ejemplo J-12345678-9')
export const phone = pattern(/^\+?[0-9 ()-]{7,20}$/, 'Teléfono no válido')

const longestAddress = 200

function addressOf(given: string): URL | null {
  try {
    return new URL(given)
  } catch {
    return null
  }
}

/** An address of the web as it is kept: with its scheme, `https` where none was written, and its host as the browser asks for it. */
function normalised(given: string): string {
  if (given === '' || unseen.test(given)) return given
  const address = addressOf(given.includes(':') ? given : `https://${given}`)
  return address ? address.href.replace(/^(https?:\/\/[^/?#]+)\/$/, '$1') : given
}

/** May it be a link? Of the web, of a host that has a name, and with nobody's credentials. */
export function isWebAddress(given: string): boolean {
  const address = /[\s\\]/.test(given) || given.length > longestAddress ? null : addressOf(given)
  if (!address || !['http:', 'https:'].includes(address.protocol)) return false
  return address.username === '' && address.password === '' && address.hostname.includes('.')
}

/**
 * A page of the web, shown as a link.
 * @public for the forms that ask for one
 */
export const webAddress = withKind(
  z
    .string()
    .trim()
    .overwrite(normalised)
    .max(longestAddress, `Máximo ${longestAddress} caracteres`)
    .refine((given) => !unseen.test(given), unseenMessage)
    .refine(isWebAddress, 'Dirección no válida, por ejemplo https://www.banco.com'),
  'web',
)
export const email = z.email('Correo no válido').max(120)
