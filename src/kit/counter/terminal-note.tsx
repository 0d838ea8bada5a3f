/**
 * What whoever sells must know of this browser as a terminal: that it may not sell, that there is another version, and what a
 * prepaid agency has left, as of the last minute.
 */
import { WarningFilled } from '@ant-design/icons'
import { Button } from 'antd'
import { sumsText, type Sums } from '@contract/values/sums.ts'
import type { Terminal } from './terminal.ts'

export function TerminalNote({ terminal: { state, finish } }: { terminal: Terminal }) {
  if (!state) return null
  if (!state.may_sell)
    return (
      <div className="notice row baseline gap-sm" role="alert">
        <WarningFilled aria-hidden="true" />
        <p className="grow">
          <strong>{state.office_name} está atada a otro equipo.</strong> Desde este no se puede vender hasta que la
          banca o su distribuidor lo libere.
        </p>
      </div>
    )
  if (state.pending_command !== 'software') return state.available && <Left amounts={state.available} />
  return (
    <div className="notice row baseline gap-sm" role="note">
      <p className="grow">Le piden actualizar la consola. Termine lo que está vendiendo y recárguela.</p>
      <Button size="small" onClick={() => void finish('software').then(() => window.location.reload())}>
        Recargar ahora
      </Button>
    </div>
  )
}

function Left({ amounts }: { amounts: Sums }) {
  return (
    <p className="sorteo-muted" role="note">
      Agencia prepago: hace menos de un minuto le quedaban {sumsText(amounts)} por vender.
    </p>
  )
}
