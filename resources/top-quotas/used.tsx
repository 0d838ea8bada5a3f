/** How much of a ceiling the most sold number of an open draw has used. */
import { StopOutlined, WarningFilled } from '@ant-design/icons'
import type { TopQuotaRow } from '@contract/top-quotas.ts'
import { compare, formatAmount, formatDecimal, ratioPercent } from '@contract/values/money.ts'
import { UseBar } from '@/kit/values/quota-use.tsx'

/** From here on the bar asks for attention. */
const close = '80'

const tones = {
  free: { text: 'sorteo-muted', bar: 'informs', sign: null },
  close: { text: 'strong warns', bar: 'warns', sign: <WarningFilled aria-label="Casi lleno" /> },
  full: { text: 'strong bad', bar: 'bad', sign: <StopOutlined aria-label="Lleno" /> },
} as const

export function Used({ row }: { row: TopQuotaRow | undefined }) {
  if (!row || row.used === null) return <span className="sorteo-muted">Sin ventas</span>
  const ratio = row.amount === null ? null : ratioPercent(row.used, row.amount, 0)
  const tone =
    tones[ratio !== null && compare(ratio, '100') >= 0 ? 'full' : compare(ratio ?? '0', close) >= 0 ? 'close' : 'free']
  return (
    <span className="quota-use stack fill">
      <span className="line between gap-xs small nowrap">
        <span className="cut sorteo-muted">Nº {row.used_number}</span>
        <span>
          {formatAmount(row.used)}
          {ratio !== null && (
            <span className={tone.text}>
              {' '}
              {tone.sign} {formatDecimal(ratio)} %
            </span>
          )}
        </span>
      </span>
      {ratio !== null && (
        <span className={tone.bar}>
          <UseBar percent={ratio} />
        </span>
      )}
    </span>
  )
}
