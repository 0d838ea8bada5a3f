/** Tab *bets* of an agency: what it may sell and within which limits, own or inherited, saved once. */
import { Alert, Skeleton } from 'antd'
import { useEffect, useRef } from 'react'
import { betsConfigurations, type BetsConfiguration } from '@contract/bets-configurations.ts'
import { useCall } from '@providers/queries.ts'
import { ProblemView } from '@/kit/page/problem-view.tsx'
import { ClashNotice, RestoredNotice } from '@/kit/grid/notices.tsx'
import { SaveBar } from '@/kit/grid/save-bar.tsx'
import { ownText } from './bets-cell.tsx'
import { useBetsEditing } from './bets-editing.ts'
import { BetsSheet } from './bets-sheet.tsx'

export interface AgencyBetsProps {
  agencyId: number
  readOnly: boolean
}

export function AgencyBets({ agencyId, readOnly }: AgencyBetsProps) {
  const result = useCall(betsConfigurations.show, { params: { agencyId } })
  if (result.data) return <BetsForm key={agencyId} loaded={result.data} readOnly={readOnly} />
  if (result.isError) return <ProblemView error={result.error} onRetry={() => void result.refetch()} />
  return (
    <div className="bets-section">
      <Skeleton active title={false} paragraph={{ rows: 12 }} />
    </div>
  )
}

function BetsForm({ loaded, readOnly }: { loaded: BetsConfiguration; readOnly: boolean }) {
  const editing = useBetsEditing(loaded)
  const sheet = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (editing.refusals === 0) return
    const cell = sheet.current?.querySelector<HTMLElement>('[data-fault="true"]')
    cell?.scrollIntoView({ block: 'center' })
    cell?.querySelector('input')?.focus({ preventScroll: true })
  }, [editing.refusals])
  return (
    <>
      {readOnly && <Alert type="info" showIcon message="Su usuario puede ver esta configuración, no cambiarla." />}
      {editing.restored && <RestoredNotice onDiscard={editing.discard} />}
      {editing.message && <Alert type="error" showIcon role="alert" message={editing.message} />}
      <ClashNotice
        message="Otra persona guardó esta configuración mientras usted la editaba"
        text="Elija qué queda en cada valor que ambos cambiaron y guarde de nuevo. El resto de lo que esa persona guardó ya está en la hoja."
        clashes={editing.clashes.map((clash) => ({
          key: clash.setting.path,
          label: clash.setting.label,
          before: ownText(clash.setting, clash.before),
          theirs: ownText(clash.setting, clash.theirs),
          mine: ownText(clash.setting, clash.mine),
          choose: (mine) => editing.choose(clash, mine),
        }))}
      />
      <BetsSheet
        ref={sheet}
        configuration={editing.configuration}
        settings={editing.settings}
        edits={editing.edits}
        faults={editing.faults}
        readOnly={readOnly}
        onEdit={editing.edit}
      />
      {!readOnly && (
        <SaveBar
          changes={editing.changed.map((setting) => ({
            label: setting.label,
            before: ownText(setting, setting.own),
            after: ownText(setting, editing.edits[setting.path] ?? null),
          }))}
          pending={editing.pending}
          blocked={editing.invalid || editing.clashes.length > 0}
          onSave={editing.save}
          onDiscard={editing.discard}
        />
      )}
      {editing.unsaved.dialog}
    </>
  )
}
