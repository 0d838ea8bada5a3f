/** What a demo's drawers did in the last days: whose they are, what moved in them, and how each of their days ended. */
import type { Currency } from '@contract/values/currency.ts'

/** An office by its agency and its place in it, as `TreePlan.office` names it. */
export type OfficeName = string

export interface DrawerPlan {
  office: OfficeName
  /** Its first register is of so many days ago. */
  since: number
  /** How yesterday's ended; those before it were approved. */
  yesterday: 'enviada' | 'devuelta' | 'aprobada'
  /** Nobody opened today's yet. */
  closed_today?: true
  /** What yesterday's was short of, and what its teller says about it. */
  short?: { amount: string; observation: string }
  /** Why it was returned. */
  refusal?: string
}

export interface TypePlan {
  /** The agency's name; missing is the banca's own, for all. */
  agency?: string
  direction: 'ingreso' | 'egreso'
  name: string
  needs_approval?: true
  borne_by?: 'banca'
}

export interface FundPlan {
  /** The agency's name; missing is the banca's own. */
  agency?: string
  name: string
  minimums: Partial<Record<Currency, string>>
  /** What was put into it when it was made. */
  holds: Partial<Record<Currency, string>>
}

export type PlaceName = { office: OfficeName } | { fund: string }

interface Moved {
  /** Days ago, and the clock. Of today, what the clock has not come to yet is of this moment. */
  ago: number
  at: string
  /** Bolivares unless said. */
  currency?: Currency
  amount: string
  concept: string
}

export interface Written extends Moved {
  kind: 'ingreso' | 'egreso'
  office: OfficeName
  type: string
  reference?: string
  /** Missing is as it was written: some wait to be approved, by their type. */
  ends?: 'eliminado' | 'aprobado' | 'rechazado'
  observation?: string
}

export interface Given extends Moved {
  kind: 'transferencia' | 'recarga'
  from: PlaceName
  to: PlaceName
  /** Missing waits. */
  ends?: 'aceptado' | 'rehusado'
  observation?: string
}

export interface TillPlan {
  drawers: readonly DrawerPlan[]
  types: readonly TypePlan[]
  funds: readonly FundPlan[]
  /** In the order in which they happened. */
  moves: readonly (Written | Given)[]
}

const candelaria = 'La Candelaria'
const first = `${candelaria} 1`
const second = `${candelaria} 2`
const sabana = 'Sabana Grande 1'
const valencia = 'Valencia Centro 1'
const maracaibo = 'Maracaibo Delicias 1'
const border = 'San Cristóbal Centro 1'
const own = 'Fondo La Candelaria'
const vault = 'Bóveda central'

/** Between them the types of a banca that decides, and of the agency that the demo's `agencia` looks after. */
const types: readonly TypePlan[] = [
  { direction: 'ingreso', name: 'Cambio para la caja' },
  { direction: 'egreso', name: 'Papel y rollos' },
  { direction: 'egreso', name: 'Publicidad', borne_by: 'banca' },
  { direction: 'egreso', name: 'Transporte de valores' },
  { agency: candelaria, direction: 'ingreso', name: 'Ingreso extraordinario', needs_approval: true },
  { agency: candelaria, direction: 'egreso', name: 'Artículos de aseo' },
  { agency: candelaria, direction: 'egreso', name: 'Luz y agua' },
  { agency: candelaria, direction: 'egreso', name: 'Reparaciones', needs_approval: true },
]

const income = (ago: number, at: string, office: OfficeName, amount: string, concept: string): Written => ({
  kind: 'ingreso',
  type: 'Cambio para la caja',
  ago,
  at,
  office,
  amount,
  concept,
})
const outcome = (
  ago: number,
  at: string,
  office: OfficeName,
  { type, amount, concept, ...more }: Pick<Written, 'type' | 'amount' | 'concept'> & Partial<Written>,
): Written => ({ kind: 'egreso', ago, at, office, type, amount, concept, ...more })

export const venezuelaTill: TillPlan = {
  drawers: [
    {
      office: first,
      since: 6,
      yesterday: 'enviada',
      short: { amount: '25.00', observation: 'Un vuelto mal dado en la mañana; se busca al cliente' },
    },
    { office: second, since: 4, yesterday: 'devuelta', refusal: 'Falta la factura de la impresora: anéxela y reenvíe' },
    { office: `${candelaria} 3`, since: 2, yesterday: 'aprobada', closed_today: true },
    { office: sabana, since: 3, yesterday: 'enviada' },
    { office: valencia, since: 2, yesterday: 'aprobada', closed_today: true },
    { office: maracaibo, since: 2, yesterday: 'enviada' },
    { office: border, since: 1, yesterday: 'aprobada' },
  ],
  types,
  funds: [
    { name: vault, minimums: { BS: '20000.00', USD: '500.00' }, holds: { BS: '60000.00', USD: '420.00' } },
    { name: 'Premios mayores', minimums: { BS: '50000.00' }, holds: { BS: '85000.00', COP: '4000000.00' } },
    { agency: candelaria, name: own, minimums: { BS: '3000.00' }, holds: { BS: '8000.00', USD: '150.00' } },
  ],
  moves: [
    income(6, '08:10', first, '400.00', 'Sencillo para empezar la semana'),
    outcome(6, '11:30', first, { type: 'Artículos de aseo', amount: '85.50', concept: 'Cloro, jabón y bolsas' }),
    outcome(5, '10:20', first, {
      type: 'Luz y agua',
      amount: '320.00',
      concept: 'Recibo de luz',
      reference: '00418827',
    }),
    {
      kind: 'transferencia',
      ago: 5,
      at: '18:40',
      from: { office: first },
      to: { fund: own },
      amount: '1500.00',
      concept: 'Entrega de la tarde',
      ends: 'aceptado',
    },
    outcome(4, '09:05', first, {
      type: 'Reparaciones',
      amount: '650.00',
      concept: 'Cambio de la cerradura',
      ends: 'aprobado',
    }),
    outcome(4, '12:15', second, { type: 'Papel y rollos', amount: '140.00', concept: 'Diez rollos térmicos' }),
    outcome(3, '09:40', first, {
      type: 'Publicidad',
      amount: '900.00',
      concept: 'Pendón de la fachada',
      ends: 'aprobado',
    }),
    income(3, '10:05', sabana, '300.00', 'Sencillo del banco'),
    outcome(3, '15:10', second, {
      type: 'Reparaciones',
      amount: '1200.00',
      concept: 'Aire acondicionado',
      ends: 'rechazado',
      observation: 'Falta la factura del técnico',
    }),
    {
      kind: 'ingreso',
      ago: 2,
      at: '10:00',
      office: first,
      type: 'Ingreso extraordinario',
      amount: '500.00',
      concept: 'Reintegro del proveedor de rollos',
      ends: 'aprobado',
    },
    outcome(2, '11:45', first, {
      type: 'Artículos de aseo',
      currency: 'USD',
      amount: '12.00',
      concept: 'Repuesto del dispensador',
    }),
    outcome(2, '12:20', valencia, { type: 'Papel y rollos', amount: '95.00', concept: 'Siete rollos térmicos' }),
    {
      kind: 'recarga',
      ago: 2,
      at: '13:00',
      from: { fund: vault },
      to: { office: maracaibo },
      amount: '3000.00',
      concept: 'Para un premio grande',
      ends: 'aceptado',
    },
    {
      kind: 'transferencia',
      ago: 2,
      at: '17:30',
      from: { office: first },
      to: { office: second },
      amount: '600.00',
      concept: 'Para pagar un premio',
      ends: 'aceptado',
    },
    {
      kind: 'transferencia',
      ago: 2,
      at: '18:20',
      from: { office: sabana },
      to: { fund: vault },
      amount: '2500.00',
      concept: 'Entrega de la semana',
      ends: 'aceptado',
    },
    outcome(1, '09:30', first, { type: 'Artículos de aseo', amount: '60.00', concept: 'Coleto y desinfectante' }),
    outcome(1, '10:10', border, { type: 'Papel y rollos', amount: '110.00', concept: 'Ocho rollos térmicos' }),
    outcome(1, '11:00', first, { type: 'Publicidad', amount: '1500.00', concept: 'Volantes de la semana' }),
    outcome(1, '14:25', maracaibo, { type: 'Transporte de valores', amount: '200.00', concept: 'Viaje al banco' }),
    outcome(1, '16:20', second, { type: 'Reparaciones', amount: '780.00', concept: 'Impresora de tickets' }),
    income(0, '08:05', first, '250.00', 'Sencillo del banco'),
    outcome(0, '08:10', first, { type: 'Luz y agua', amount: '180.00', concept: 'Tres botellones de agua' }),
    outcome(0, '08:15', first, {
      type: 'Luz y agua',
      amount: '180.00',
      concept: 'Tres botellones de agua, escrito dos veces',
      ends: 'eliminado',
    }),
    {
      kind: 'transferencia',
      ago: 0,
      at: '08:20',
      from: { office: first },
      to: { office: second },
      amount: '200.00',
      concept: 'Sencillo',
      ends: 'rehusado',
      observation: 'Ya hay sencillo para hoy',
    },
    {
      kind: 'transferencia',
      ago: 0,
      at: '08:25',
      from: { office: second },
      to: { office: first },
      amount: '350.00',
      concept: 'Lo que sobra de ayer',
    },
    {
      kind: 'recarga',
      ago: 0,
      at: '08:30',
      from: { fund: own },
      to: { office: first },
      amount: '1000.00',
      concept: 'Para los premios de la mañana',
    },
    outcome(0, '08:35', first, { type: 'Reparaciones', amount: '420.00', concept: 'Bombillos y un enchufe' }),
    {
      kind: 'recarga',
      ago: 0,
      at: '08:40',
      from: { fund: vault },
      to: { office: sabana },
      amount: '2000.00',
      concept: 'Para un premio de anoche',
    },
    {
      kind: 'transferencia',
      ago: 0,
      at: '08:45',
      from: { office: maracaibo },
      to: { fund: vault },
      amount: '1800.00',
      concept: 'Entrega de ayer',
    },
  ],
}

const calidonia = 'Calidonia 1'

/** In Panama a register that is sent is approved, nobody decides, and what is given passes within an agency alone. */
export const panamaTill: TillPlan = {
  drawers: [
    { office: calidonia, since: 3, yesterday: 'aprobada' },
    { office: 'Calidonia 2', since: 3, yesterday: 'aprobada' },
  ],
  types: [
    { direction: 'ingreso', name: 'Cambio para la caja' },
    { agency: 'Calidonia', direction: 'egreso', name: 'Luz y agua' },
    { agency: 'Calidonia', direction: 'egreso', name: 'Papelería' },
  ],
  funds: [],
  moves: [
    { ...income(3, '08:10', calidonia, '25.00', 'Menudo para empezar'), currency: 'USD' },
    outcome(2, '10:30', calidonia, {
      type: 'Luz y agua',
      currency: 'USD',
      amount: '42.35',
      concept: 'Recibo de la luz',
      reference: '7731-2',
    }),
    {
      kind: 'transferencia',
      ago: 2,
      at: '16:00',
      from: { office: calidonia },
      to: { office: 'Calidonia 2' },
      currency: 'USD',
      amount: '30.00',
      concept: 'Para pagar un premio',
      ends: 'aceptado',
    },
    outcome(1, '11:15', 'Calidonia 2', {
      type: 'Papelería',
      currency: 'USD',
      amount: '8.75',
      concept: 'Rollos térmicos',
    }),
    {
      kind: 'transferencia',
      ago: 0,
      at: '08:20',
      from: { office: 'Calidonia 2' },
      to: { office: calidonia },
      currency: 'USD',
      amount: '20.00',
      concept: 'Lo que sobra de ayer',
    },
  ],
}
