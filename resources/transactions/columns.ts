/** What both screens show of an income or an outcome that is decided. */
import type { TransactionRow } from '@contract/transactions.ts'
import type { ColumnSpec } from '@/kit/screen/columns.tsx'

export const transactionColumns: readonly ColumnSpec<TransactionRow>[] = [
  { key: 'office_name', fixed: true, width: 200 },
  { key: 'agency_name', width: 180 },
  { key: 'kind', width: 110 },
  { key: 'type_name', width: 170 },
  { key: 'amount', width: 150 },
  { key: 'state', width: 130 },
  { key: 'age', width: 130 },
  { key: 'method_name', width: 140 },
  { key: 'created_at', width: 150 },
  { key: 'created_by', optional: true, width: 150 },
  { key: 'borne_by', optional: true, width: 110 },
  { key: 'concept', optional: true, width: 220 },
  { key: 'reference', optional: true, width: 120 },
  { key: 'decided_by', optional: true, width: 150 },
  { key: 'decided_at', optional: true, width: 150 },
  { key: 'observation', optional: true, width: 220 },
  { key: 'id', optional: true, width: 100 },
]
