/** What drawers gave to funds and what funds gave to drawers: what waits, and who accepts, refuses or takes it back. */
import { z } from 'zod'
import { rules } from './access/rules.ts'
import { currencyOfSession } from './account-data.ts'
import { fundChoices } from './cash-funds.ts'
import { movementKind, movementRow, movementState, movementStates } from './cash-movements.ts'
import { byId, endpoint, entity, id } from './endpoint.ts'
import { field } from './field.ts'
import { listEndpoint } from './lists.ts'
import { moves, waiting } from './states.ts'
import { motive } from './values/contact.ts'

const base = '/api/v2/admin/cash-fund/movements'
const access = rules.cashControl

const state = field(movementState.extract(['por_aceptar', 'aceptado', 'rehusado', 'eliminado']), 'Estado')
const row = movementRow
  .pick({
    id: true,
    currency: true,
    amount: true,
    concept: true,
    pair_name: true,
    day: true,
    created_by: true,
    created_at: true,
    decided_by: true,
    decided_at: true,
    observation: true,
    version: true,
  })
  .extend({
    kind: field(movementKind.extract(['transferencia', 'recarga']), 'Movimiento'),
    direction: field(z.enum(['entra', 'sale']), 'Sentido', { labels: { entra: 'Entra', sale: 'Sale' } }),
    state,
    fund_id: z.number().int(),
    fund_name: field(z.string(), 'Fondo'),
    partner_name: field(z.string(), 'De'),
    /** Of the office on the other side; null of another fund. */
    agency_name: field(z.string().nullable(), 'Agencia'),
    /** Days since it was given, of one that waits. */
    age: field(z.number().int().nullable(), 'Días en espera'),
    /** The fund is the caller's own partner's. */
    own: z.boolean(),
    actions: z.array(z.enum(['accept', 'refuse', 'takeBack'])),
  })
export type FundMovementRow = z.infer<typeof row>

export const fundMovements = entity('fundMovements', {
  ...listEndpoint(base, {
    title: 'Entregas de fondos',
    access,
    row,
    search: 'taquilla, agencia, fondo o concepto',
    filters: {
      state,
      fund_id: field(id, 'Fondo', { choices: fundChoices, placeholder: 'Todos los fondos' }),
      currency: currencyOfSession,
    },
    sort: ['created_at', 'fund_name', 'agency_name', 'amount', 'state', 'age'],
    first: null,
    usual: () => null,
    period: { title: 'Entregado (los que esperan, de cualquier día)', preset: 'mes', open: true },
    summary: 'Lo que taquillas entregaron a fondos y fondos a taquillas: primero lo que espera',
  }),
  show: endpoint({
    method: 'GET',
    path: `${base}/:id`,
    access,
    params: byId,
    response: row,
    summary: 'Una entrega a un fondo o de un fondo',
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
        text: 'Entra en el fondo. Lo que viene de una agencia que responde por ello baja además lo que debe.',
        moves_money: true,
        summary: 'Acepta lo que una taquilla entregó a un fondo propio',
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
        summary: 'Rehúsa lo que se entregó a un fondo propio: vuelve a quien lo dio',
      },
      takeBack: {
        from: ['por_aceptar'],
        to: 'eliminado',
        method: 'POST',
        access,
        label: 'Retirar',
        text: 'Nadie lo ha aceptado: vuelve al fondo.',
        danger: true,
        moves_money: true,
        path: `${base}/:id/take-back`,
        summary: 'Retira lo que un fondo propio entregó y nadie aceptó',
      },
    },
  }),
  ...waiting(base, { access, summary: 'Cuántas entregas esperan que un fondo propio las acepte' }),
})
