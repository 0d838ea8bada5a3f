/** The books: entries as they were written, what each account comes to, its own lines, and the batches that people write. */
import { z } from 'zod'
import { rules } from './access/rules.ts'
import { all, endpoint, entity, flag, id } from './endpoint.ts'
import { batchLimits, batchLine } from './entry-batch.ts'
import { field } from './field.ts'
import { currencyFilter, partnerFilter } from './filters.ts'
import { accountClass, accountKind } from './ledger-accounts.ts'
import { entryKind, entryPosting, entryReference, postingsText, type EntryPosting } from './ledger-entries.ts'
import { listEndpoint } from './lists.ts'
import { sideMoney } from './owing.ts'
import { partnerType } from './partners.ts'
import { text } from './values/contact.ts'
import { currency } from './values/currency.ts'
import { day, instant } from './values/dates.ts'
import { money } from './values/money.ts'

const entryRow = z.object({
  day: field(day, 'Día'),
  id: field(z.string(), 'Asiento', { width: 12 }),
  kind: entryKind,
  ...entryReference,
  postings: field(z.array(entryPosting), 'Cuentas', {
    words: (postings: EntryPosting[]) => postingsText(postings),
    width: 60,
  }),
  currency,
  /** Of the accounts that are asked for: of all within reach where none is. */
  debit: field(money, 'Debe'),
  credit: field(money, 'Haber'),
  memo: field(z.string(), 'Concepto', { width: 40, remark: true }),
  /** Bolivares for a unit, frozen with a conversion (`cambio`); null of any other entry. */
  rate: field(z.string().nullable(), 'Tasa', { kind: 'decimal', width: 14 }),
  created_at: field(instant, 'Asentado'),
  created_by_name: field(z.string().nullable(), 'Por'),
  /** Debit less credit of the accounts of others than the caller's network; zero where all of it is within reach. */
  elsewhere: money,
})
export type JournalRow = z.infer<typeof entryRow>

const ledgerRow = z.object({
  /** Names the line. */
  id: z.string(),
  day: field(day, 'Día'),
  entry_id: field(z.string(), 'Asiento', { width: 12 }),
  kind: entryKind,
  ...entryReference,
  account: accountKind,
  partner_id: z.number().int(),
  partner_name: field(z.string(), 'Afiliado', { width: 30 }),
  memo: field(z.string(), 'Concepto', { width: 40, remark: true }),
  currency,
  debit: sideMoney('Debe'),
  credit: sideMoney('Haber'),
  /** From the opening balance on, in its currency; in the order of the days. */
  balance: field(money, 'Saldo'),
})

/** What accounts came to before the days, in them and after. Of one type of entries nothing comes before. */
const stands = {
  opening: field(money.nullable(), 'Saldo anterior'),
  debit: sideMoney('Debe'),
  credit: sideMoney('Haber'),
  balance: field(money, 'Saldo'),
}
const ledgerTotals = z.object({
  currency,
  rows: z.number().int(),
  opening: money.nullable(),
  debit: money,
  credit: money,
  closing: money,
})
export type LedgerTotals = z.infer<typeof ledgerTotals>

export const balanceLevels = ['clase', 'cuenta', 'afiliado'] as const
const balanceRow = z.object({
  class: accountClass,
  account: field(accountKind.nullable(), 'Cuenta', { width: 24 }),
  partner_id: z.number().int().nullable(),
  partner_name: field(z.string().nullable(), 'Afiliado', { width: 30 }),
  currency,
  ...stands,
})
export type BalanceRow = z.infer<typeof balanceRow>

const base = '/api/v2/admin/administrative'
const access = rules.accounting
const filters = { partner_id: partnerFilter, account: accountKind, kind: entryKind, currency: currencyFilter }
const shared = {
  access,
  reports: true,
  period: { title: 'Día del asiento', preset: 'hoy', needed: true },
} as const

const journal = listEndpoint(base, {
  ...shared,
  path: `${base}/account-entries`,
  title: 'Asientos',
  row: entryRow,
  search: 'número o concepto',
  filters: {
    ...filters,
    batch_id: field(z.string().regex(/^\d{1,18}$/, 'Lote no válido'), 'Lote'),
  },
  sort: ['day'],
  first: '-day',
  totals: z.object({ currency, debit: money, credit: money }),
  summary: 'Asientos del libro por afiliado, cuenta, fecha, moneda y tipo, cada uno con sus cuentas',
})

const balances = listEndpoint(base, {
  ...shared,
  path: `${base}/account-entries/summary`,
  title: 'Balance de comprobación',
  row: balanceRow,
  filters: {
    by: field(z.enum(balanceLevels).default('cuenta'), 'Filas por', {
      labels: { clase: 'Por clase', cuenta: 'Por cuenta', afiliado: 'Por cuenta y afiliado' },
    }),
    partner_id: partnerFilter,
    class: accountClass,
    account: accountKind,
    kind: entryKind,
    currency: currencyFilter,
  },
  sort: ['account', 'debit', 'credit', 'balance'],
  totals: z.object({
    currency,
    rows: z.number().int(),
    debit: money,
    credit: money,
    opening: money,
    balance: money,
  }),
  summary: 'Saldo anterior, debe, haber y saldo por clase, por cuenta o por cuenta y afiliado, con los mismos filtros',
})

const ledger = listEndpoint(base, {
  ...shared,
  path: `${base}/account-entries/ledger`,
  title: 'Mayor',
  row: ledgerRow,
  filters: { ...filters, own_only: field(flag.default(false), 'Sin lo que depende de él') },
  sort: ['day'],
  totals: ledgerTotals,
  summary: 'El mayor: las líneas de unas cuentas en el orden de los días, con su saldo anterior, corrido y final',
})

const foundPartner = z.object({
  id: z.number().int(),
  name: z.string(),
  code: z.string(),
  type: partnerType,
})
export type FoundPartner = z.infer<typeof foundPartner>

export const accountEntries = entity('accountEntries', {
  list: journal.list,
  export: journal.export,
  summary: balances.list,
  summaryExport: balances.export,
  ledger: ledger.list,
  ledgerExport: ledger.export,
  create: endpoint({
    method: 'POST',
    path: `${base}/account-entries`,
    access,
    moves_money: true,
    largest_body: 400_000,
    status: 201,
    body: z.object({
      entries: z
        .array(batchLine)
        .min(1, 'Escriba al menos dos líneas')
        .max(batchLimits.lines, `Hasta ${batchLimits.lines} líneas a la vez`)
        .meta({ title: 'Líneas', description: 'Las que siguen una a otra hasta cuadrar son un asiento' }),
    }),
    response: z.object({
      batch_id: z.string(),
      lines: field(z.number().int(), 'Líneas'),
      data: z.array(z.object({ id: z.string(), day, currency, debit: money })),
    }),
    summary: 'Un lote de asientos: cuadra por día y moneda, o no se escribe nada',
  }),
  partnersNamed: endpoint({
    method: 'POST',
    path: `${base}/account-entries/partners`,
    access,
    read_only: true,
    body: z.object({ texts: z.array(text(1, 120)).min(1).max(batchLimits.lines) }),
    response: all(
      z.object({
        text: z.string(),
        /** The only one with that code, or so called. */
        partner: foundPartner.nullable(),
        /** Else some who may be meant. */
        near: z.array(foundPartner),
      }),
    ),
    summary: 'A qué afiliado nombra cada texto de una hoja: por su código o su nombre',
  }),
  chart: endpoint({
    method: 'GET',
    path: `${base}/post-accounts`,
    access,
    query: z.object({
      partner_id: id.optional().meta({ description: 'Solo sus cuentas, y en qué monedas están abiertas' }),
    }),
    response: all(
      z.object({
        partner_type: partnerType,
        account: accountKind,
        label: z.string(),
        class: accountClass,
        by_hand: field(z.boolean(), 'Se asienta a mano'),
        /** In which it is open; null where no partner is asked about. */
        currencies: z.array(currency).nullable(),
      }),
    ),
    summary: 'El plan de cuentas: qué cuentas lleva cada tipo de afiliado, su clase, y en cuáles asienta una persona',
  }),
  openAccount: endpoint({
    method: 'POST',
    path: `${base}/post-accounts`,
    access: rules.banca,
    status: 201,
    body: z.object({ partner_id: batchLine.shape.partner_id, account: batchLine.shape.account, currency }),
    response: z.object({ partner_id: z.number().int(), account: accountKind, currency }),
    summary: 'Abre una cuenta de un afiliado entre las que admiten asientos a mano',
  }),
})
