/** Registers seen from above: those that wait first, each decided beside its count. One screen for the banca, one for an agency. */
import { cashManage } from '@contract/cash-manage.ts'
import { cashRegisters } from '@contract/cash-registers.ts'
import { formatDay } from '@contract/values/dates.ts'
import { NextStep } from '@/kit/page/next-step.tsx'
import { workflowScreen } from '@/kit/screen/workflow-screen.tsx'
import { RegisterEvidence } from './evidence.tsx'

type Registers = Pick<typeof cashManage, 'list' | 'show' | 'many' | 'endpoints'> & { name: string }

/** `name` is the resource's, whose path its records open at: an agency's screen is a second one over the same registers. */
export function registersScreen(title: string, name: string = cashManage.name) {
  const entity: Registers = { ...cashManage, name }
  return workflowScreen(entity, {
    title,
    one: 'caja',
    feminine: true,
    noun: ['caja', 'cajas'],
    name: (row) => `${row.office_name}, ${formatDay(row.day)}`,
    columns: [
      { key: 'office_name', fixed: true, width: 180 },
      ...(name === cashManage.name ? [{ key: 'agency_name', width: 170 }] : []),
      { key: 'day', width: 108, align: 'left' },
      { key: 'state', width: 126 },
      ...['expected', 'counted', 'difference'].map((key) => ({ key, width: 132 })),
      { key: 'sent_by', width: 150 },
      { key: 'sent_at', width: 150 },
      { key: 'observation', width: 200 },
      { key: 'sums', optional: true, width: 380 },
      ...['opened_by', 'opened_at', 'decided_by', 'decided_at'].map((key) => ({
        key,
        optional: true as const,
        width: 150,
      })),
      { key: 'refusal', optional: true, width: 200 },
    ],
    read: [],
    facts: ['agency_name', 'opened_by', 'opened_at', 'sent_by', 'sent_at', 'decided_by', 'decided_at', 'refusal'],
    evidence: (row) => <RegisterEvidence row={row} />,
    keys: { approve: 'F9', giveBack: 'F4' },
    undecided: ({ state, own }) =>
      state === 'enviada' && own ? 'La envió usted: la aprueba o la devuelve otra persona.' : null,
    touches: [cashManage, cashRegisters],
    empty: {
      title: 'No hay cajas en estos días',
      text: 'Cada taquilla abre la suya y la envía al terminar el día: aquí se aprueba o se devuelve.',
      next: (
        <>
          <NextStep screen="ticket-offices">Ver las taquillas</NextStep>
          <NextStep screen="office-cash-register">Ir al cuadre de caja</NextStep>
        </>
      ),
    },
  })
}
