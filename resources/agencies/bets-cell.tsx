/** One setting: its own value or the one it inherits and from whom, a way to inherit again, and whether it was changed. */
import { UndoOutlined } from '@ant-design/icons'
import { Button, InputNumber, Segmented } from 'antd'
import { memo, useId, type ReactNode } from 'react'
import { formatCount, formatMoney } from '@contract/values/money.ts'
import { MoneyInput } from '@/kit/form/money-input.tsx'
import { isUnread, textOfValue } from '@/kit/form/money-reading.ts'
import { sameOwn, type Own, type Setting } from './bets-edits.ts'

/** A value as people read it: `Bs 20,00`, `× 30`, `5 min`, `Sí`. `null` is no value anywhere. */
function valueText(setting: Setting, value: Own): string {
  if (value === null) return 'sin valor'
  if (typeof value === 'boolean') return value ? 'Sí' : 'No'
  if (typeof value === 'number') return `${formatCount(value)}${setting.unit ? ` ${setting.unit}` : ''}`
  if (isUnread(value)) return `«${textOfValue(value)}», sin aclarar`
  return setting.currency ? formatMoney(value, setting.currency, true) : `× ${textOfValue(value, true)}`
}

/** An own value as the list of changes reads it: `null` names what comes in its place. */
export function ownText(setting: Setting, value: Own): string {
  return value === null ? `hereda ${valueText(setting, setting.inherited)}` : valueText(setting, value)
}

export interface SettingCellProps {
  setting: Setting
  /** The own value as edited. */
  value: Own
  fault: string | null
  readOnly: boolean
  /** Shown above the control; without it the setting's full name is only for screen readers. */
  label?: string
  onEdit: (setting: Setting, value: Own) => void
}

export const SettingCell = memo(function SettingCell({
  setting,
  value,
  fault,
  readOnly,
  label,
  onEdit,
}: SettingCellProps) {
  const changed = !sameOwn(setting.own, value)
  const noteId = useId()
  // The amount field itself asks what it could not read.
  const asksItself = typeof value === 'string' && isUnread(value)
  return (
    <div className="setting" data-changed={changed} data-fault={fault !== null}>
      {label && (
        <div className="setting-label">
          {label}
          {changed && <span className="sorteo-unseen">, con cambios</span>}
        </div>
      )}
      {readOnly ? (
        <div className="setting-read">{valueText(setting, value ?? setting.inherited)}</div>
      ) : (
        <Control setting={setting} value={value} faulty={fault !== null} noteId={noteId} onEdit={onEdit} />
      )}
      <div className="setting-note" id={noteId}>
        {fault !== null && !asksItself && (
          <span className="setting-fault" role="alert">
            {fault}
          </span>
        )}
        <Origin setting={setting} value={value} />
        {changed && <span className="setting-before">Antes: {ownText(setting, setting.own)}</span>}
        {!readOnly && value !== null && setting.kind !== 'switch' && (
          <Button
            type="link"
            size="small"
            icon={<UndoOutlined />}
            className="setting-inherit"
            aria-label={`Heredar de nuevo: ${setting.label}`}
            onClick={() => onEdit(setting, null)}
          >
            Heredar de nuevo
          </Button>
        )}
      </div>
    </div>
  )
})

/** What no partner sets comes from the product itself, which the server names so. */
const productItself = 'Producto'

function Origin({ setting, value }: { setting: Setting; value: Own }): ReactNode {
  const product = setting.from === productItself
  const from = product ? 'producto' : (setting.from ?? 'banca')
  if (value === null)
    return setting.inherited === null ? (
      <span>Sin valor heredado</span>
    ) : (
      <span>
        Hereda {valueText(setting, setting.inherited)} {product ? 'del' : 'de'} {from}
      </span>
    )
  return (
    <span>
      <strong className="setting-own">Propio</strong>
      {setting.inherited !== null && ` · ${from}: ${valueText(setting, setting.inherited)}`}
    </span>
  )
}

interface ControlProps {
  setting: Setting
  value: Own
  faulty: boolean
  noteId: string
  onEdit: (setting: Setting, value: Own) => void
}

function Control({ setting, value, faulty, noteId, onEdit }: ControlProps): ReactNode {
  const shared = { 'aria-label': setting.label, 'aria-describedby': noteId, 'aria-invalid': faulty } as const
  if (setting.kind === 'switch') return <Choice setting={setting} value={value as boolean | null} onEdit={onEdit} />
  if (setting.kind === 'whole') {
    return (
      <InputNumber
        {...shared}
        className="setting-input"
        size="small"
        precision={0}
        controls={false}
        {...(faulty && { status: 'error' as const })}
        placeholder={setting.inherited === null ? '' : String(setting.inherited)}
        suffix={setting.unit}
        value={value as number | null}
        onChange={(next) => onEdit(setting, typeof next === 'number' ? next : null)}
      />
    )
  }
  return (
    <MoneyInput
      {...shared}
      size="small"
      short={setting.kind === 'multiplier'}
      {...(setting.currency && { currency: setting.currency })}
      placeholder={textOfValue(setting.inherited as string | null, setting.kind === 'multiplier')}
      value={value as string | null}
      onChange={(next) => onEdit(setting, next)}
    />
  )
}

/** Three answers: a switch could not say "as the father". */
function Choice({
  setting,
  value,
  onEdit,
}: {
  setting: Setting
  value: boolean | null
  onEdit: (setting: Setting, value: Own) => void
}) {
  return (
    <Segmented
      size="small"
      className="setting-choice"
      aria-label={setting.label}
      options={[
        { value: 'heredar', label: 'Heredar' },
        { value: 'si', label: 'Sí' },
        { value: 'no', label: 'No' },
      ]}
      value={value === null ? 'heredar' : value ? 'si' : 'no'}
      onChange={(next) => onEdit(setting, next === 'heredar' ? null : next === 'si')}
    />
  )
}
