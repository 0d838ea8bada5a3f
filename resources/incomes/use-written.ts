/** Writing an income or an outcome into a drawer, correcting and deleting one: alike but for its calls and its words. */
import { useState } from 'react'
import { cashRegisters } from '@contract/cash-registers.ts'
import { incomes, type IncomeRow } from '@contract/incomes.ts'
import { outcomes, type OutcomeRow } from '@contract/outcomes.ts'
import { useAction } from '@providers/queries.ts'
import { useCounterOperation } from '@/kit/counter/operation.ts'
import { isBusy } from '../cash-registers/stands.tsx'
import { draftOfRow, emptyDraft, movementOf } from './drafts.ts'
import type { OpenDrawer } from './drawer.tsx'
import { refusedOf, useWriting } from './writing.tsx'

const kinds = {
  ingreso: { entity: incomes, comesIn: true, waits: 'Ya está en la caja', gone: 'Ingreso eliminado' },
  egreso: { entity: outcomes, comesIn: false, waits: 'Ya salió de la caja', gone: 'Egreso eliminado' },
} as const

type Row = IncomeRow | OutcomeRow

/** `register` sends what is written: a new one, or what the one that is being corrected says now. */
export function useWritten(kind: keyof typeof kinds, drawer: OpenDrawer) {
  const { office_id, currency, onCurrency } = drawer
  const { entity, comesIn, waits, gone } = kinds[kind]
  const writing = useWriting(entity, drawer, comesIn)
  const [corrected, setCorrected] = useState<Row | null>(null)
  const creating = useCounterOperation(entity.create, `${kind}:${office_id}`, (row) =>
    writing.finish(
      row,
      row.state === 'por_aprobar' ? `${waits}, y espera a que lo aprueben.` : 'Registrado en la caja.',
    ),
  )
  const correcting = useCounterOperation(entity.update, `${kind}-corregir:${office_id}`, (row) => {
    setCorrected(null)
    writing.finish(row, 'Corregido: lo de antes se reversó.')
  })
  const removal = useAction(entity.remove, { invalidates: [entity, cashRegisters], success: gone })
  return {
    writing,
    corrected,
    creating,
    correcting,
    refused: [...refusedOf(creating), ...refusedOf(correcting)],
    pending: isBusy(creating) || isBusy(correcting),
    correct: (row: Row) => {
      setCorrected(row)
      onCurrency(row.currency)
      writing.forget()
      writing.start(draftOfRow(row))
    },
    leave: () => {
      setCorrected(null)
      writing.start(emptyDraft)
    },
    remove: async (row: Row) => {
      const done = (await removal.run({ params: { id: row.id } })) !== undefined
      if (done && writing.done?.row.id === row.id) writing.forget()
      return done
    },
    register: () => {
      if (!writing.isWhole(kind)) return
      writing.forget()
      const body = movementOf(writing.draft, currency)
      if (corrected) correcting.send({ params: { id: corrected.id }, body: { ...body, version: corrected.version } })
      else creating.send({ body: { ...body, office_id } })
    },
  }
}
