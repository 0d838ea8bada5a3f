/** How often a screen refreshes itself, per person and screen; kept in this browser. Seconds; 0 is only by hand. */
import { ownKey, type Owner } from './own-key.ts'

export const refreshIntervals = [15, 30, 60, 300, 0] as const
export type RefreshInterval = (typeof refreshIntervals)[number]

export const intervalLabels: Record<RefreshInterval, string> = {
  15: '15 s',
  30: '30 s',
  60: '1 min',
  300: '5 min',
  0: 'A mano',
}

const usual: RefreshInterval = 60

/** The person's choice for a screen; a minute when there is none or it cannot be read. */
export function readInterval(owner: Owner, screen: string): RefreshInterval {
  try {
    const kept = localStorage.getItem(ownKey('refresh', owner, screen))
    return refreshIntervals.find((interval) => String(interval) === kept) ?? usual
  } catch {
    return usual
  }
}

export function keepInterval(owner: Owner, screen: string, interval: RefreshInterval): void {
  try {
    localStorage.setItem(ownKey('refresh', owner, screen), String(interval))
  } catch {
    return
  }
}

/** `Actualizado hace 12 s`, `hace 3 min`, `hace 2 h`. */
export function agoText(seconds: number): string {
  if (seconds < 60) return `Actualizado hace ${seconds} s`
  const minutes = Math.floor(seconds / 60)
  return minutes < 60 ? `Actualizado hace ${minutes} min` : `Actualizado hace ${Math.floor(minutes / 60)} h`
}
