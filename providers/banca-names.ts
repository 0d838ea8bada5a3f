/**
 * What the bancas that this browser opened are called, by their database: a tab names the one that another tab went to
 * before anybody can be asked. Losing it shows the key in the place of the name.
 */

const place = 'sorteo:banca-names'

function kept(): Record<string, string> {
  try {
    return JSON.parse(localStorage.getItem(place) ?? '{}') as Record<string, string>
  } catch {
    return {}
  }
}

/** Notes a name, also for the other tabs. */
export function keepBancaName({ database, banca_name }: { database: string; banca_name: string }): void {
  const names = kept()
  if (!banca_name || names[database] === banca_name) return
  try {
    localStorage.setItem(place, JSON.stringify({ ...names, [database]: banca_name }))
  } catch {
    return
  }
}

/** Calls `watcher` when another tab noted one: it may come later than the news that the session went there. */
export function watchBancaNames(watcher: () => void): () => void {
  const heard = ({ key }: StorageEvent) => {
    if (key === place) watcher()
  }
  window.addEventListener('storage', heard)
  return () => window.removeEventListener('storage', heard)
}

export function bancaNameOf(database: string): string {
  const name = kept()[database]
  return typeof name === 'string' ? name : database
}
