/**
 * What the shell shows without knowing it. The resources hand in their screens, the person's own panels
 * and the addresses the palette opens when they start the console; nothing here asks for them by name.
 */
import { createContext, useContext, type ComponentType } from 'react'
import type { ResourceProps } from '@refinedev/core'
import type { Resource } from '@/kit/screen/resource.ts'
import type { Help } from '@/kit/page/help.tsx'
import type { Later } from '@/kit/page/later.tsx'

interface PanelProps {
  open: boolean
  onClose: () => void
}
type ProfilePanel = ComponentType<PanelProps & { onPassword: () => void }>
type PasswordPanel = ComponentType<PanelProps>
/** Opened at what there is, or at the form of a new one. */
type OtherBancasPanel = ComponentType<{ at: 'list' | 'register' | null; onClose: () => void }>

/** What resources give. */
export interface ShellInput {
  /** Every screen, by its key in `contract/access/screens.ts`. */
  screens: Readonly<Record<string, Resource>>
  Profile: ProfilePanel
  /** What the help of each screen says, by the screen's key. */
  help: Readonly<Record<string, () => Promise<Help>>>
  FirstPassword: ComponentType
  OwnPassword: PasswordPanel
  OtherBancas: OtherBancasPanel
  /** Where what the palette finds is opened. */
  links: {
    agency: (id: number) => string
    draw: (id: number) => string
    /** Who fell most of the agencies, or of the offices of one. */
    fell: (of: 'agencia' | 'taquilla') => string
    /** The ticket that a typed or scanned text names, and where it opens; null when it names none. */
    ticket: (text: string) => { serial: string; open: () => string } | null
  }
}

/** What the shell makes of it, once. */
export interface Parts extends Omit<ShellInput, 'screens' | 'help'> {
  /** Each entity as Refine knows it. */
  resources: ResourceProps[]
  components: Readonly<Record<string, Later<object>>>
  /** The help of each screen, as it is read. */
  help: Readonly<Record<string, Later<object>>>
  /** Begins to load the screen of a path, and tells when that has ended. A fault is left for when it is opened. */
  preload: (path: string) => Promise<void>
}

const context = createContext<Parts | null>(null)
export const PartsProvider = context.Provider

export function useParts(): Parts {
  const parts = useContext(context)
  if (!parts) throw new Error('The shell is shown by a console alone')
  return parts
}
