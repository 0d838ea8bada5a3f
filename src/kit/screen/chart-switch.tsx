/** A drawing that stands above a table of the same figures: open where there is room for both, or as it was last left. */
import { BarChartOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useState } from 'react'
import { z } from 'zod'
import { readSetting, writeSetting } from '../page/settings.ts'
import { useUrlState } from '../page/url-state.ts'

/** In the address, so that a link shows what was on screen. */
const charted = z.object({ chart: z.enum(['si', 'no']).optional() })
/** A window where a drawing leaves no room for the rows. */
const low = '(max-height: 859px)'
/** A window that has room for both, side by side. */
const wide = '(min-width: 1200px)'

/**
 * Is the drawing open? As the address says, or as it was last left in this browser, or where there is room: above the
 * rows, or beside them.
 */
export function useCharted(beside: boolean): [boolean, (shown: boolean) => void] {
  const [{ chart }, set] = useUrlState(charted)
  const choice = beside ? 'chart-beside' : 'report-chart'
  const hasRoom = () => !window.matchMedia(low).matches || (beside && window.matchMedia(wide).matches)
  const [usual] = useState(() => readSetting<boolean>(choice, hasRoom()))
  const choose = (shown: boolean) => {
    writeSetting(choice, shown)
    set({ chart: shown ? 'si' : 'no' }, { keep_page: true, replace: true })
  }
  return [chart === undefined ? usual : chart === 'si', choose]
}

export function ChartSwitch({ shown, onChange }: { shown: boolean; onChange: (shown: boolean) => void }) {
  return (
    <Button
      icon={<BarChartOutlined />}
      aria-pressed={shown}
      aria-label="Gráfico"
      title={shown ? 'Ocultar el gráfico' : 'Ver el gráfico'}
      onClick={() => onChange(!shown)}
    />
  )
}
