/**
 * The chart of accounts: every kind of account that the ledger knows, what it is called, the one class that it belongs to,
 * at which partners it is kept, and whether a person may post to it. An account is a partner, a kind and a currency.
 * Debit is positive: an account of assets or expenses usually stands above zero, the others below.
 */
import { z } from 'zod'
import { field } from './field.ts'
import type { PartnerType } from './partners.ts'

export const accountClasses = ['activo', 'pasivo', 'ingresos', 'egresos', 'patrimonio'] as const
export type AccountClass = (typeof accountClasses)[number]
export const accountClassLabels: Record<AccountClass, string> = {
  activo: 'Activo',
  pasivo: 'Pasivo',
  ingresos: 'Ingresos',
  egresos: 'Egresos',
  patrimonio: 'Patrimonio',
}

interface AccountFacts {
  label: string
  class: AccountClass
  at: readonly PartnerType[]
  /** A person may post to it; to all others only what happened does. */
  by_hand?: true
}

const everybody = ['banca', 'distribuidor', 'agencia', 'taquilla'] as const
const office = ['taquilla'] as const
const agency = ['agencia'] as const
const distributor = ['distribuidor'] as const
const banca = ['banca'] as const
/** Those who owe somebody. */
const debtors = ['distribuidor', 'agencia'] as const
const aboveOffices = ['banca', 'distribuidor', 'agencia'] as const

/**
 * In the order in which a trial balance lists them. `liquidado`, `cobranza`, `pagos`, `fuera` and `apertura` are what debts
 * and money that came from outside stand against, and `cambio` what was changed for another currency: they are equity, so
 * that what is owed among partners adds nothing to what all of them have.
 */
const kinds = {
  caja: { label: 'Caja', class: 'activo', at: office },
  fondo: { label: 'Fondo', class: 'activo', at: aboveOffices, by_hand: true },
  banco: { label: 'Banco', class: 'activo', at: aboveOffices, by_hand: true },
  transito: { label: 'En tránsito', class: 'activo', at: everybody },
  externo: { label: 'En otros sistemas', class: 'activo', at: agency },
  liquidacion: { label: 'Liquidación', class: 'activo', at: debtors },

  premios_por_pagar: { label: 'Premios por pagar', class: 'pasivo', at: office },
  devoluciones_por_pagar: { label: 'Devoluciones por pagar', class: 'pasivo', at: office },
  comision_por_pagar: { label: 'Comisión por pagar', class: 'pasivo', at: everybody },
  participacion_por_pagar: { label: 'Participación por pagar', class: 'pasivo', at: everybody },
  margen_por_pagar: { label: 'Margen por pagar', class: 'pasivo', at: distributor },
  por_aprobar: { label: 'Por aprobar', class: 'pasivo', at: office },
  recargas: { label: 'Recargas', class: 'pasivo', at: everybody },
  potes: { label: 'Potes', class: 'pasivo', at: banca },

  ventas: { label: 'Ventas', class: 'ingresos', at: office },
  ventas_externas: { label: 'Ventas externas', class: 'ingresos', at: agency },
  ingresos: { label: 'Ingresos', class: 'ingresos', at: office },
  ajustes: { label: 'Ajustes', class: 'ingresos', at: everybody, by_hand: true },

  premios: { label: 'Premios', class: 'egresos', at: office },
  premios_externos: { label: 'Premios externos', class: 'egresos', at: agency },
  comision: { label: 'Comisión', class: 'egresos', at: office },
  comision_externa: { label: 'Comisión externa', class: 'egresos', at: agency },
  participacion: { label: 'Participación', class: 'egresos', at: office },
  margen: { label: 'Margen', class: 'egresos', at: distributor },
  egresos: { label: 'Egresos', class: 'egresos', at: office },
  provision: { label: 'Provisión', class: 'egresos', at: banca, by_hand: true },
  diferencias: { label: 'Diferencias de caja', class: 'egresos', at: office },

  liquidado: { label: 'Liquidado', class: 'patrimonio', at: debtors },
  cobranza: { label: 'Cobranza', class: 'patrimonio', at: distributor },
  pagos: { label: 'Pagos', class: 'patrimonio', at: debtors },
  fuera: { label: 'Fuera', class: 'patrimonio', at: aboveOffices },
  apertura: { label: 'Apertura', class: 'patrimonio', at: aboveOffices },
  cambio: { label: 'Cambio', class: 'patrimonio', at: aboveOffices, by_hand: true },
} as const satisfies Record<string, AccountFacts>

export type AccountKind = keyof typeof kinds
export const chart: Readonly<Record<AccountKind, AccountFacts>> = kinds
export const accountKinds = Object.keys(kinds) as [AccountKind, ...AccountKind[]]
type HandKind = { [K in AccountKind]: (typeof kinds)[K] extends { by_hand: true } ? K : never }[AccountKind]
const handKinds = accountKinds.filter((kind) => chart[kind].by_hand) as [HandKind, ...HandKind[]]

const labels = Object.fromEntries(accountKinds.map((kind) => [kind, chart[kind].label]))

export const accountKind = field(z.enum(accountKinds), 'Cuenta', { labels, placeholder: 'Todas las cuentas' })
export const handKind = field(z.enum(handKinds, { error: 'Elija una cuenta en la que se asienta a mano' }), 'Cuenta', {
  labels,
})
export const accountClass = field(z.enum(accountClasses), 'Clase', {
  labels: accountClassLabels,
  placeholder: 'Todas las clases',
})
