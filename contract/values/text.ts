/** Text as people compare it. */

/** Without case, accents and doubled spaces: "Lotto  Áctivo" and "lotto activo" are one name. */
export function fold(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replace(/\s+/g, ' ').trim()
}
