/**
 * Refine over React Router: going and linking as its binding does, and where one is told by our screens. An
 * address under a screen belongs to that screen, also where no action of it is declared; and what stands after
 * the question mark is a screen's own, which Refine would otherwise hand to every call (`meta`).
 */
import { matchResourceFromRoute, ResourceContext, type IResourceItem, type RouterProvider } from '@refinedev/core'
import reactRouter from '@refinedev/react-router'
import { useCallback, useContext } from 'react'
import { matchPath, useLocation } from 'react-router'

type Place = ReturnType<NonNullable<ReturnType<NonNullable<RouterProvider['parse']>>>>

/** The resource whose list the address lies under: the longest that fits, since a tab may lie under another. */
function resourceOver(pathname: string, resources: readonly IResourceItem[]): IResourceItem | undefined {
  const lists = resources.flatMap((resource) =>
    typeof resource.list === 'string' && matchPath(`${resource.list}/*`, pathname)
      ? [{ resource, path: resource.list }]
      : [],
  )
  return lists.sort((one, other) => other.path.length - one.path.length)[0]?.resource
}

function placeAt(pathname: string, resources: IResourceItem[]): Place {
  const {
    resource = resourceOver(pathname, resources),
    action,
    matchedRoute,
  } = matchResourceFromRoute(pathname, resources)
  const params = (matchedRoute && matchPath(matchedRoute, pathname)?.params) || {}
  return {
    pathname,
    params,
    ...(resource && { resource }),
    ...(action && { action }),
    ...(params['id'] && { id: params['id'] }),
  }
}

/** Every data hook asks where it is, several times: the last answer is kept. */
let last: { pathname: string; resources: IResourceItem[]; place: Place } | null = null

function keptPlaceAt(pathname: string, resources: IResourceItem[]): Place {
  if (last?.pathname !== pathname || last.resources !== resources)
    last = { pathname, resources, place: placeAt(pathname, resources) }
  return last.place
}

function usePlace(): () => Place {
  const { pathname } = useLocation()
  const { resources } = useContext(ResourceContext)
  const place = keptPlaceAt(pathname, resources)
  return useCallback(() => place, [place])
}

export const routerProvider: RouterProvider = { ...reactRouter, parse: usePlace }
