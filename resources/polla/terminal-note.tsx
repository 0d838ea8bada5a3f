/** What whoever sells must know of this browser as a terminal: that it may not sell, or that there is another version. */
import { WarningFilled } from '@ant-design/icons'
import { Button } from 'antd'
import type { Terminal } from '@/kit/counter/terminal.ts'

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
  if (state.pending_command !== 'software') return null
  return (
    <div className="notice row baseline gap-sm" role="note">
      <p className="grow">Le piden actualizar la consola. Termine lo que está vendiendo y recárguela.</p>
      <Button size="small" onClick={() => void finish('software').then(() => window.location.reload())}>
        Recargar ahora
      </Button>
    </div>
  )
}
