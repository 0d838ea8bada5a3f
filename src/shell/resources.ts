/** Sections, pages and screens as Refine's resources, each under what it stands in: the trail of the breadcrumb. */
import type { ResourceProps } from '@refinedev/core'
import type { Section } from '@contract/access/screens.ts'
import type { Resource } from '@/kit/screen/resource.ts'

/** A section or a page has no address of its own, and a name that no screen can have. */
function group(name: string, label: string, parent?: string): ResourceProps {
  return { name, meta: { label, ...(parent !== undefined && { parent }) } }
}

/** `given` has of each screen the entity of each, and its pages below the screen's path. */
export function resourcesOf(sections: readonly Section[], given: Readonly<Record<string, Resource>>): ResourceProps[] {
  const found = new Map<string, ResourceProps>()
  for (const section of sections) {
    const under = `section:${section.key}`
    found.set(under, group(under, section.label))
    for (const { key, path, label, page } of section.screens) {
      const parent = page ? `page:${page.path}` : under
      if (page) found.set(parent, group(parent, page.label, under))
      const pages = Object.entries(given[key]?.pages ?? {}).map(([page, below]) => [page, `${path}/${below}`])
      found.set(key, {
        name: given[key]?.name ?? key,
        list: path,
        ...Object.fromEntries(pages),
        meta: { label, parent },
      })
    }
  }
  return [...found.values()]
}
