/** Small preferences of this browser: what is folded, what is collapsed. Losing them loses nothing. */

/** A kept preference, or `fallback`. */
export function readSetting<T>(name: string, fallback: T): T {
  try {
    const text = localStorage.getItem(`sorteo:${name}`)
    return text === null ? fallback : (JSON.parse(text) as T)
  } catch {
    return fallback
  }
}

/** Keeps a preference; a browser that keeps nothing goes on without. */
export function writeSetting(name: string, value: unknown): void {
  try {
    localStorage.setItem(`sorteo:${name}`, JSON.stringify(value))
  } catch {
    return
  }
}
