/** The counter that sells: one field, one basket, the draws above, and no dialog in the way. */
import { counter } from '@contract/counter.ts'
import { useCall } from '@providers/queries.ts'
import { useAutoPrint } from '@/kit/counter/auto-print.tsx'
import { TerminalNote } from '@/kit/counter/terminal-note.tsx'
import { useTerminal } from '@/kit/counter/terminal.ts'
import { Page } from '@/kit/page/page.tsx'
import { Panel } from '@/kit/page/panel.tsx'
import { ProblemView } from '@/kit/page/problem-view.tsx'
import { ListSkeleton } from '@/kit/page/skeletons.tsx'
import { useUrlState } from '@/kit/page/url-state.ts'
import { OfficeSelect } from '../cash-registers/office.tsx'
import { SellDesk } from './sell.tsx'
import { officeView } from './view.ts'
import './counter.css'

/** What the live channel does not tell of is at most this old. */
const refreshMs = 60_000

export default function Counter() {
  const [{ office }, set] = useUrlState(officeView)
  const { data, error, refetch } = useCall(
    counter.catalogue,
    { query: { office_id: office } },
    { refetchInterval: refreshMs, keepPrevious: true },
  )
  const [prints, printSwitch] = useAutoPrint('counter-prints')
  const several = data !== undefined && data.offices.length > 1
  const sellsFor = several ? data.office.id : undefined
  const terminal = useTerminal(data ? sellsFor : null)
  return (
    <Page
      title="Vender"
      actions={
        <>
          {several && <OfficeSelect value={office ?? data.office.id} onChange={(chosen) => set({ office: chosen })} />}
          {printSwitch}
        </>
      }
    >
      <TerminalNote terminal={terminal} />
      {data ? (
        <SellDesk key={data.office.id} catalogue={data} office_id={sellsFor} terminal={terminal} prints={prints} />
      ) : (
        <Panel label="Vender">
          {error ? <ProblemView error={error} onRetry={() => void refetch()} /> : <ListSkeleton rows={10} />}
        </Panel>
      )}
    </Page>
  )
}
