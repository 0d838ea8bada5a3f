/** What comes into a drawer beside its tickets: incomes, and what another drawer or a fund gave and waits to be accepted. */
import { z } from 'zod'
import { rules } from './access/rules.ts'
import {
  methodId,
  methodLooks,
  methodOptions,
  movementForm,
  movementReference,
  movementRow,
  movementStates,
} from './cash-movements.ts'
import { operationClient } from './clients.ts'
import { all, endpoint, entity, id } from './endpoint.ts'
import { choices, field } from './field.ts'
import { listEndpoint } from './lists.ts'
import { incomeMethods, movementList, typeChoices } from './outcomes.ts'
import { recordEndpoints } from './records.ts'
import { moves } from './states.ts'
import { officeOfCaller } from './tickets.ts'
import { motive } from './values/contact.ts'

const base = '/api/v2/ticket-office/cash-management/incomes'
const access = rules.counter

const form = z.object({
  type_id: field(id.meta({ description: 'Un tipo de ingreso' }), 'Tipo', { choices: typeChoices('ingreso') }),
  ...movementForm,
  method_id: field(methodId, 'Método', {
    ...methodLooks,
    choices: choices(incomeMethods, {
      within: 'currency',
      options: ({ data }, { values }) => methodOptions(data, values['currency']),
    }),
  }),
  reference: movementReference,
  client: operationClient,
  office_id: officeOfCaller,
})

const row = movementRow.extend({ actions: z.array(z.enum(['update', 'remove', 'accept', 'refuse'])) })
export type IncomeRow = z.infer<typeof row>

const short = movementRow.pick({ id: true, kind: true, state: true, currency: true, amount: true, created_at: true })

export const incomes = entity('incomes', {
  ...listEndpoint(base, {
    title: 'Ingresos',
    access,
    row,
    ...movementList,
    summary: 'Lo que entró en la caja abierta o espera entrar, o lo de la caja o los días que se piden',
  }),
  short: endpoint({
    method: 'GET',
    path: `${base}/list/`,
    access,
    query: z.object({ register_id: id.optional().meta({ description: 'De qué caja; sin ella, de la abierta' }) }),
    response: all(short.extend({ name: z.string() })),
    summary: 'Ingresos de una caja, en pocas palabras, para elegir uno',
  }),
  ...recordEndpoints(base, {
    read: access,
    write: access,
    row,
    form,
    one: 'un ingreso',
    moves_money: true,
    summaries: {
      create: 'Registra un ingreso en la caja abierta',
      update: 'Corrige un ingreso mientras su caja está abierta o devuelta: se reversa y se asienta de nuevo',
    },
    remove: { done: 'eliminado', summary: 'Elimina un ingreso mientras su caja está abierta o devuelta' },
  }),
  ...moves(base, {
    states: movementStates,
    row,
    moves: {
      accept: {
        from: ['por_aceptar'],
        to: 'aceptado',
        method: 'POST',
        access,
        label: 'Aceptar',
        text: 'Entra en la caja abierta, o en el fondo. Quien lo entregó lo ve aceptado.',
        moves_money: true,
        summary: 'Acepta lo que otra taquilla o un fondo entregó: entra en la caja abierta',
      },
      refuse: {
        from: ['por_aceptar'],
        to: 'rehusado',
        method: 'POST',
        access,
        label: 'Rehusar',
        text: 'Vuelve a quien lo entregó, que lee la observación.',
        danger: true,
        moves_money: true,
        needs: z.object({ observation: field(motive(200), 'Observación', { control: 'area', wide: true }) }),
        summary: 'Rehúsa lo que se entregó: vuelve a quien lo dio',
      },
    },
  }),
  methods: incomeMethods,
})
