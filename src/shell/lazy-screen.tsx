/** Screens as code that comes when it is needed, or a moment earlier: when its link is pointed at. */
import { screens, sections } from '@contract/access/screens.ts'
import { later } from '@/kit/page/later.tsx'
import { screenAt } from './menu.ts'
import type { ShellInput, Parts } from './parts.ts'
import { resourcesOf } from './resources.ts'

/** What was given, with the component of each screen and how to load it before it is opened. */
export function shellParts({ screens: given, help, ...panels }: ShellInput): Parts {
  const components = Object.fromEntries(
    Object.entries(given).map(([key, { load }]) => [key, later(async () => (await load()).default, { whole: true })]),
  )
  const helps = Object.fromEntries(
    Object.entries(help).map(([key, load]) => [
      key,
      later(async () => {
        const [{ HelpText }, said] = await Promise.all([import('./help-text.tsx'), load()])
        return () => <HelpText {...said} />
      }),
    ]),
  )
  return {
    ...panels,
    help: helps,
    resources: resourcesOf(sections, given),
    components,
    preload: async (path) => components[screenAt(path, screens)?.key ?? '']?.preload(),
  }
}
