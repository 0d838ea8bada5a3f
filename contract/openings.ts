/**
 * What a banca brings along when it begins here: what each partner owes, what lies in drawers, funds and bank accounts,
 * what is in a polla's pots, and what an agency's ARRASTRE still has to make up for. It comes as one sheet, is shown with
 * its faults before anything is written, and is posted whole or not at all. What a partner owes is its first closing.
 */
import { z } from 'zod'
import { rules } from './access/rules.ts'
import { endpoint, entity, id } from './endpoint.ts'
import { field } from './field.ts'
import { potLabels, type Pot } from './jackpots.ts'
import type { AccountKind } from './ledger-accounts.ts'
import type { PartnerType } from './partners.ts'
import { currency, currencyFacts } from './values/currency.ts'
import { day } from './values/dates.ts'
import { money } from './values/money.ts'

export const openingLimits = { bytes: 4_000_000, rows: 4_000, columns: 40, faults: 200 } as const

const openingKinds = ['deuda', 'caja', 'fondo', 'banco', 'arrastre', 'primero', 'segundo', 'semanal'] as const
export type OpeningKind = (typeof openingKinds)[number]

interface OpeningFacts {
  label: string
  /** Where it lies in the books; what ARRASTRE carries is in none: nobody owes it. */
  account: AccountKind | null
  at: readonly PartnerType[]
  /** It may be less than nothing: a partner that is owed, an account that is overdrawn. */
  signed: boolean
  /** Of which products it is, where it is of one. */
  of?: 'polla' | 'juego'
  pot?: Pot
}

const inPot = (pot: Pot): OpeningFacts => ({
  label: potLabels[pot],
  account: 'potes',
  at: ['banca'],
  signed: false,
  of: 'polla',
  pot,
})
export const openingFacts: Readonly<Record<OpeningKind, OpeningFacts>> = {
  deuda: { label: 'Deuda', account: 'liquidacion', at: ['distribuidor', 'agencia'], signed: true },
  caja: { label: 'Caja', account: 'caja', at: ['taquilla'], signed: false },
  fondo: { label: 'Fondo', account: 'fondo', at: ['banca', 'distribuidor', 'agencia'], signed: false },
  banco: { label: 'Banco', account: 'banco', at: ['banca', 'distribuidor', 'agencia'], signed: true },
  arrastre: { label: 'Arrastre', account: null, at: ['agencia'], signed: false, of: 'juego' },
  primero: inPot('primero'),
  segundo: inPot('segundo'),
  semanal: inPot('semanal'),
}

/**
 * Columns of the sheet, in the order of the template; `name` is for whoever fills it in and is not read, `product` may be
 * missing where nothing is of one.
 */
export const openingColumns = {
  code: {
    title: 'Código',
    also: ['Codigo del afiliado', 'Afiliado'],
    hint: 'El del afiliado, como está en el registro',
  },
  name: { title: 'Nombre', also: [], hint: 'No se lee' },
  currency: { title: 'Moneda', also: [], hint: Object.keys(currencyFacts).join(', ') },
  kind: {
    title: 'Qué es',
    also: ['Que', 'Concepto', 'Cuenta'],
    hint: Object.values(openingFacts)
      .map(({ label }) => label)
      .join(', '),
  },
  product: {
    title: 'Producto',
    also: ['Juego', 'Lotería', 'Polla'],
    hint: 'Solo de un arrastre o un pote: su nombre o su código. Un arrastre es de una agencia y un producto: una fila por cada uno',
  },
  amount: {
    title: 'Monto',
    also: ['Saldo'],
    hint: 'Con signo menos, lo que se le debe al afiliado. De un arrastre, la pérdida sin signo. Vacío: nada',
  },
} as const
export type OpeningColumn = keyof typeof openingColumns

const openingRow = z.object({
  partner_id: field(id, 'Afiliado', { names: 'partner' }),
  currency: field(currency, 'Moneda'),
  kind: field(z.enum(openingKinds, { error: 'Diga qué es' }), 'Qué es', {
    labels: Object.fromEntries(openingKinds.map((kind) => [kind, openingFacts[kind].label])),
  }),
  product_id: field(id.nullish(), 'Producto', { names: 'product' }),
  amount: field(money, 'Monto', { signed: true }),
})
export type OpeningRow = z.output<typeof openingRow>

const sum = z.object({ kind: openingRow.shape.kind, currency, rows: z.number().int(), amount: money })
const sheetFault = z.object({
  line: field(z.number().int(), 'Fila'),
  /** `C7` */
  cell: field(z.string(), 'Celda'),
  value: field(z.string(), 'Dice'),
  message: field(z.string(), 'Qué pasa'),
})
export type OpeningFault = z.infer<typeof sheetFault>

const base = '/api/v2/admin/administrative/account-balance/openings'
const access = rules.banca

export const openings = entity('openings', {
  template: endpoint({
    method: 'GET',
    path: `${base}/template`,
    access,
    response: 'file',
    summary: 'La plantilla de los saldos iniciales: una fila por cada saldo que todavía se puede traer',
  }),
  read: endpoint({
    method: 'POST',
    path: `${base}/read`,
    access,
    read_only: true,
    upload: { largest_bytes: openingLimits.bytes },
    response: z.object({
      /** The Sunday that they are dated. */
      week: day,
      data: z.array(openingRow),
      sums: z.array(sum),
      faults: z.number().int(),
      /** The first of them. */
      fault_list: z.array(sheetFault),
    }),
    summary: 'Lee un libro de saldos iniciales: lo que se asentaría y cada falla con su celda; no escribe nada',
  }),
  post: endpoint({
    method: 'POST',
    path: base,
    access,
    moves_money: true,
    largest_body: 400_000,
    status: 201,
    body: z.object({
      /** What was told: with another Sunday by then nothing is posted. */
      week: field(day, 'Domingo'),
      rows: z
        .array(openingRow)
        .min(1, 'El libro no trae saldos')
        .max(openingLimits.rows, `Hasta ${openingLimits.rows} filas a la vez`),
    }),
    response: z.object({
      week: day,
      rows: z.number().int(),
      sums: z.array(sum),
      /** First closings that were written. */
      closed: z.number().int(),
    }),
    summary: 'Asienta los saldos iniciales, todos o ninguno: cada uno una sola vez, mientras nada suyo esté cerrado',
  }),
})
export type ReadOpenings = z.infer<NonNullable<(typeof openings.read)['response']>>
export type OpeningSum = z.infer<typeof sum>
