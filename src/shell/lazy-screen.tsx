/** Screens as code that comes when it is needed, or a moment earlier: when its link is pointed at. */
import { lazy, type ComponentType, type LazyExoticComponent } from 'react'
import { screens } from '@contract/access/screens.ts'
import { builtScreens, type ScreenModule } from '@resources/index.ts'
import { screenAt } from './menu.ts'

const loads = new Map<string, ReturnType<ScreenModule>>()
const reloadedKey = 'sorteo:reloaded'

function load(key: string, module: ScreenModule): ReturnType<ScreenModule> {
  const known = loads.get(key)
  if (known) return known
  const loading = module().catch((error: unknown) => {
    loads.delete(key)
    throw error
  })
  loads.set(key, loading)
  return loading
}

/**
 * After a new version is installed the old files are gone: the page is loaded again, once. If that
 * does not help, the fault is shown.
 */
async function loadOrReload(key: string, module: ScreenModule): ReturnType<ScreenModule> {
  try {
    const loaded = await load(key, module)
    sessionStorage.removeItem(reloadedKey)
    return loaded
  } catch (error) {
    if (sessionStorage.getItem(reloadedKey) === key) throw error
    sessionStorage.setItem(reloadedKey, key)
    location.reload()
    return new Promise(() => undefined)
  }
}

/** The component of each screen that exists, by its key. */
export const screenComponents: Readonly<Record<string, LazyExoticComponent<ComponentType>>> = Object.fromEntries(
  Object.entries(builtScreens).map(([key, module]) => [key, lazy(() => loadOrReload(key, module))]),
)

/** Begins to load the screen of a path. A fault is left for when it is opened. */
export function preloadScreen(path: string): void {
  const key = screenAt(path, screens)?.key
  const module = key === undefined ? undefined : builtScreens[key]
  if (key !== undefined && module) load(key, module).catch(() => undefined)
}
