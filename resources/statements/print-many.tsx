/** Statements of many on paper: of the weeks that were ticked, or of everybody that the filters leave. */
import { PrinterOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useState } from 'react'
import { useLocation } from 'react-router'
import type { ClosingRow } from '@contract/account-balance.ts'
import { pageLimits, type Arguments } from '@contract/endpoint.ts'
import { mostStatements, statements, type StatementLineRow } from '@contract/statements.ts'
import { countText, formatCount } from '@contract/values/money.ts'
import { useToasts } from '@providers/notifications.ts'
import { useReadOnce } from '@providers/queries.ts'
import { useSession } from '@providers/session.ts'
import { printStatements } from './print.tsx'
import { sheetsOf, type StatementSheet } from './sheet.ts'

/** Lines that are printed at once: some hundreds of sheets. More is for a file. */
const mostLines = 6_000

/** One reading at a time, whose fault is told. */
function usePrinting(read: () => Promise<readonly StatementSheet[] | null>) {
  const toasts = useToasts()
  const session = useSession()
  const [reading, setReading] = useState(false)
  const print = async () => {
    setReading(true)
    try {
      const sheets = await read()
      if (sheets) printStatements(sheets, session)
    } catch (error) {
      toasts.error(error)
    } finally {
      setReading(false)
    }
  }
  return { reading, print }
}

export function PrintChosen({ rows }: { rows: readonly ClosingRow[] }) {
  const read = useReadOnce(statements.of)
  const { reading, print } = usePrinting(async () => {
    const sheets: StatementSheet[] = []
    for (const week of [...new Set(rows.map((one) => one.week))].sort()) {
      const ids = [...new Set(rows.filter((one) => one.week === week).map(({ partner_id }) => partner_id))]
      for (let from = 0; from < ids.length; from += mostStatements) {
        const partner_ids = ids.slice(from, from + mostStatements)
        sheets.push(...(await read({ query: { partner_ids, week } })).data)
      }
    }
    return sheets
  })
  return (
    <Button icon={<PrinterOutlined />} loading={reading} onClick={() => void print()}>
      Imprimir {countText(rows.length, 'elegida', 'elegidas')}
    </Button>
  )
}

export function PrintAll({ query }: { query: object }) {
  const read = useReadOnce(statements.lines)
  const toasts = useToasts()
  const q = new URLSearchParams(useLocation().search).get('q')
  const { reading, print } = usePrinting(async () => {
    const rows: StatementLineRow[] = []
    for (let page = 1; ; page += 1) {
      const asked = { ...query, ...(q && { q }), page, per_page: pageLimits.largest }
      const { data, total } = await read({ query: asked } as Arguments<typeof statements.lines>)
      if (total > mostLines) {
        toasts.error(
          `Son ${formatCount(total)} líneas y en papel se imprimen hasta ${formatCount(mostLines)}. ` +
            'Filtre más, o llévese el archivo, que las trae todas.',
        )
        return null
      }
      rows.push(...data)
      if (data.length < pageLimits.largest) return sheetsOf(rows)
    }
  })
  return (
    <Button icon={<PrinterOutlined />} loading={reading} onClick={() => void print()}>
      Imprimir estados
    </Button>
  )
}
