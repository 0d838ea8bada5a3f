/** Text as people compare it. */

/** With a capital at its head, as a sentence or a heading begins. */
export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** Without case, accents and doubled spaces: "Lotto  Áctivo" and "lotto activo" are one name. */
export function fold(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replace(/\s+/g, ' ').trim()
}

/** The words of what somebody typed, as they are looked for. */
export function wordsOf(typed: string): string[] {
  return fold(typed).split(' ').filter(Boolean)
}

/** Does the text hold every word that was typed, in any order, each as a part? "norte zona" finds "Zona Norte". */
export function holdsWords(text: string, typed: string): boolean {
  const own = fold(text)
  return wordsOf(typed).every((word) => own.includes(word))
}

const spanish = new Intl.Collator('es', { numeric: true })

/**
 * The order of names: Zona 2 before Zona 10, ñ after n, accents and capitals only where all else is alike. The
 * collation `names` of the tables orders the same.
 */
export const compareNames = (one: string, other: string): number => spanish.compare(one, other)
