/** Whether a sale is printed by itself: of this browser, since it is the one with the printer. */
import { Switch } from 'antd'
import { useState, type ReactNode } from 'react'
import { readSetting, writeSetting } from '../page/settings.ts'

/** `setting` names the screen's own; it begins on. Answers what is chosen, and the switch that chooses it. */
export function useAutoPrint(setting: string): [on: boolean, switched: ReactNode] {
  const [on, setOn] = useState(() => readSetting(setting, true))
  const choose = (next: boolean) => {
    setOn(next)
    writeSetting(setting, next)
  }
  return [
    on,
    <label key="print" className="counter-prints line gap-xs">
      <Switch size="small" checked={on} onChange={choose} /> Imprimir al vender
    </label>,
  ]
}
