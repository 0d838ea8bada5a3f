/** Text as people compare it. */

/** With a capital at its head, as a sentence or a heading begins. */
export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** Without case, accents and doubled spaces: "Lotto  Áctivo" and "lotto activo" are one name. */
export function fold(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replace(/\s+/g, ' ').trim()
}
