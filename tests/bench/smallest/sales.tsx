import { Base } from '@ant-design/plots'
import { useCustom } from '@refinedev/core'
import { kpis, type FigureSeries } from '../../../contract/kpis.ts'
import { inZone } from '../../../contract/values/dates.ts'

const today = inZone(new Date(), 'America/Caracas').day

export default function Sales() {
  const { result } = useCustom<FigureSeries>({
    url: `${kpis.endpoints.lossProfit.path}?from=${today}&to=${today}&step=hour`,
    method: 'get',
  })
  const points = result.data.points?.map(({ hour, sold }) => ({ hour: String(hour), sold: Number(sold) }))
  return points ? <Base type="interval" data={points} encode={{ x: 'hour', y: 'sold' }} /> : null
}
