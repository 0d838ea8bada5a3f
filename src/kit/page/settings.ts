/** Small preferences of this browser: what is folded, what is collapsed. Losing them loses nothing. */

import { ownKey, type Owner } from './own-key.ts'

function placeOf(name: string, owner: Owner | undefined): string {
  return owner ? ownKey(name, owner) : `sorteo:${name}`
}

/** A kept preference, or `fallback`. It is the browser's, whoever uses it, or `owner`'s. */
export function readSetting<T>(name: string, fallback: T, owner?: Owner): T {
  try {
    const text = localStorage.getItem(placeOf(name, owner))
    return text === null ? fallback : (JSON.parse(text) as T)
  } catch {
    return fallback
  }
}

/** Keeps a preference; a browser that keeps nothing goes on without. */
export function writeSetting(name: string, value: unknown, owner?: Owner): void {
  try {
    localStorage.setItem(placeOf(name, owner), JSON.stringify(value))
  } catch {
    return
  }
}
