/**
 * How wide the window is. Known at the first drawing: what asks afterwards (antd's `useBreakpoint`) draws everything
 * below it twice. As narrow as a phone, tables become cards and filters move to a drawer.
 */
import { useSyncExternalStore } from 'react'

/** A hook that follows a media query. */
function mediaHook(query: string): () => boolean {
  const subscribe = (notify: () => void) => {
    const media = window.matchMedia(query)
    media.addEventListener('change', notify)
    return () => media.removeEventListener('change', notify)
  }
  const matches = () => window.matchMedia(query).matches
  return () => useSyncExternalStore(subscribe, matches)
}

export const usePhone = mediaHook('(max-width: 639px)')
/** Room for the menu beside the content. */
export const useMenuBeside = mediaHook('(min-width: 992px)')
/** Room for two things beside each other. */
export const useBroad = mediaHook('(min-width: 1200px)')
