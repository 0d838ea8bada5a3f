/** Tab *bets* of an agency: what it may sell and within which limits, own or inherited, saved once. */
import { Alert, Button, Radio, Skeleton } from 'antd'
import { useEffect, useRef } from 'react'
import { betsConfigurations, type BetsConfiguration } from '@contract/bets-configurations.ts'
import { useCall } from '@providers/queries.ts'
import { ProblemView } from '@/kit/page/problem-view.tsx'
import { SaveBar } from '@/kit/grid/save-bar.tsx'
import { ownText } from './bets-cell.tsx'
import { useBetsEditing, type BetsEditing } from './bets-editing.ts'
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
      {readOnly && (
        <Alert
          className="agency-notice"
          type="info"
          showIcon
          message="Su usuario puede ver esta configuración, no cambiarla."
        />
      )}
      {editing.restored && (
        <Alert
          className="agency-notice"
          type="info"
          showIcon
          message="Recuperamos los cambios que no había guardado."
          action={
            <Button size="small" onClick={editing.discard}>
              Descartar
            </Button>
          }
        />
      )}
      {editing.message && (
        <Alert className="agency-notice" type="error" showIcon role="alert" message={editing.message} />
      )}
      {editing.clashes.length > 0 && <Clashes editing={editing} />}
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

function Clashes({ editing }: { editing: BetsEditing }) {
  return (
    <Alert
      className="agency-notice"
      type="warning"
      showIcon
      role="alert"
      message="Otra persona guardó esta configuración mientras usted la editaba"
      description={
        <>
          <p>
            Elija qué queda en cada valor que ambos cambiaron y guarde de nuevo. El resto de lo que esa persona guardó
            ya está en la hoja.
          </p>
          <ul className="bets-clashes">
            {editing.clashes.map((clash) => (
              <li key={clash.setting.path}>
                <strong>{clash.setting.label}</strong>{' '}
                <span className="sorteo-muted">antes: {ownText(clash.setting, clash.before)}</span>
                <Radio.Group
                  aria-label={`Qué queda en ${clash.setting.label}`}
                  value={null}
                  onChange={(event) => editing.choose(clash, event.target.value === 'mine')}
                >
                  <Radio value="theirs">Guardado: {ownText(clash.setting, clash.theirs)}</Radio>
                  <Radio value="mine">Suyo: {ownText(clash.setting, clash.mine)}</Radio>
                </Radio.Group>
              </li>
            ))}
          </ul>
        </>
      }
    />
  )
}
