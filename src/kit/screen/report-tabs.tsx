/** Several reports on one screen, each behind its tab. */
import { Tabs } from 'antd'
import { z } from 'zod'
import { allows, type Rule } from '@contract/access/rules.ts'
import { useSession } from '@providers/session.ts'
import { useUrlState } from '../page/url-state.ts'
import type { PagedEndpoint } from '../table/query.ts'
import { loadReport, Report, type ReportScreen } from './report-screen.tsx'

/** A report as one tab of several. */
export interface ReportTab {
  label: string
  ready: ReturnType<typeof loadReport>
  /** Who has it; for others it is not there. */
  access: Rule
}

/** A tab: what `useParts` does is the same hook in all tabs of a screen. */
export function reportTab<E extends PagedEndpoint>(label: string, list: E, said: ReportScreen<E>): ReportTab {
  return { label, access: list.access, ready: loadReport(list, said) as unknown as ReportTab['ready'] }
}

/**
 * Several reports behind tabs: the partner and the currency chosen stay, order and search are each one's own.
 * @throws where one tab has a hook of its own and another none: the next tab stands in the place of the one before
 */
export function reportTabs(tabs: Readonly<Record<string, ReportTab>>) {
  const names = Object.keys(tabs)
  const bare = names.filter((key) => !tabs[key]!.ready.said.useParts)
  if (bare.length > 0 && bare.length < names.length) throw new Error(`useParts: not in the tabs ${bare.join(', ')}`)
  const viewed = z.object({ view: z.enum(names).default(names[0]!) })
  return function ReportsOf() {
    const session = useSession()
    const [{ view: asked }, set] = useUrlState(viewed)
    const own = names.filter((key) => allows(tabs[key]!.access, session))
    const items = own.map((key) => ({ key, label: tabs[key]!.label }))
    const view = own.includes(asked) ? asked : own[0]!
    const choose = (key: string) => set({ view: key, sort: undefined, q: undefined } as { view: string })
    return <Report {...tabs[view]!.ready} tabs={<Tabs activeKey={view} items={items} onChange={choose} />} />
  }
}
