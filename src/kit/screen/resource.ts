/** An entity as a resource of Refine: its list, create, edit and show pages, and the code that draws them. */
import type { ComponentType } from 'react'
import type { EntityName } from '@contract/index.ts'

export type ScreenModule = () => Promise<{ default: ComponentType }>

/** Which pages an entity has below the path of its screen. */
export type ResourcePages = Readonly<Partial<Record<'create' | 'edit' | 'show', string>>>

/** A new one and each one open over the list. */
export const inDrawer: ResourcePages = { create: 'create', edit: ':id', show: ':id' }
/** A new one opens over the list, each one has a page with tabs. */
export const onPage: ResourcePages = { create: 'create', edit: ':id/general', show: ':id' }
/** There is nothing but the list, or the one view. */
export const listOnly: ResourcePages = {}

export interface Resource {
  /** The entity's name, or the screen's key where a second screen shows the same entity. */
  name: string | null
  pages: ResourcePages
  load: ScreenModule
}

/** A screen over an entity, which is named and not imported: its calls come with its code. */
export function resource(name: EntityName, pages: ResourcePages, load: ScreenModule): Resource {
  return { name, pages, load }
}

/** A screen over several entities, or a second one over an entity: it is named by its own key. */
export function view(load: ScreenModule): Resource {
  return { name: null, pages: listOnly, load }
}
