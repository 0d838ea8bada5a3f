/** Screens as code that comes when it is needed, or a moment earlier: when its link is pointed at. */
import { lazy } from 'react'
import { screens, sections } from '@contract/access/screens.ts'
import { screenAt } from './menu.ts'
import type { ScreenModule } from '@/kit/screen/resource.ts'
import type { Given, Parts } from './parts.ts'
import { resourcesOf } from './resources.ts'

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

/** What was given, with the component of each screen and how to load it before it is opened. */
export function partsOf({ screens: given, profile, password, links }: Given): Parts {
  return {
    built: new Set(Object.keys(given)),
    resources: resourcesOf(sections, given),
    components: Object.fromEntries(
      Object.entries(given).map(([key, made]) => [key, lazy(() => loadOrReload(key, made.load))]),
    ),
    preload: (path) => {
      const key = screenAt(path, screens)?.key
      const made = key === undefined ? undefined : given[key]
      if (key !== undefined && made) load(key, made.load).catch(() => undefined)
    },
    Profile: lazy(profile),
    OwnPassword: lazy(password),
    links,
  }
}
