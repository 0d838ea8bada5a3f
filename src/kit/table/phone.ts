/** Is the window as narrow as a phone? Tables become cards there and filters move to a drawer. */
import { useSyncExternalStore } from 'react'

const narrow = '(max-width: 639px)'

function subscribe(notify: () => void): () => void {
  const media = window.matchMedia(narrow)
  media.addEventListener('change', notify)
  return () => media.removeEventListener('change', notify)
}

export function usePhone(): boolean {
  return useSyncExternalStore(subscribe, () => window.matchMedia(narrow).matches)
}
