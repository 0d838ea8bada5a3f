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
const choice = 'report-chart'

/** Is the drawing open? As the address says, or as it was last left in this browser, or where there is room. */
export function useCharted(): [boolean, (shown: boolean) => void] {
  const [{ chart }, set] = useUrlState(charted)
  const [usual] = useState(() => readSetting<boolean>(choice, !window.matchMedia(low).matches))
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
