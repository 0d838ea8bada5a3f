/**
 * What other systems call the columns of their files: one vocabulary, of words and not of whole headings, so that
 * `Vta. Bs`, `Total ventas (Bs.)` and `MONTO VENTA` are one. What a person says of a column goes before it.
 */
import type { ExternalField } from './external-file.ts'
import { currenciesOfSign, type Currency } from './values/currency.ts'
import { headingWords } from './values/headings.ts'

const words = (text: string) => new Set(text.split(' '))

/** Say nothing by themselves. */
const empty = words(
  'de del la el los las en por x a y al para colombiano colombianos americano americanos digital digitales soberano soberanos nacional',
)
const codes = words('codigo cod cdgo code id clave nro num numero n no #')
const names = words('nombre nombres nom name razon social descripcion desc denominacion comercial')
/** These alone are a partner's; a description may be anything's. */
const plainNames = words('nombre name razon social')
const amounts = words(
  'monto mto montos importe importes total tot totales valor bruta bruto brutas bruto general dia diaria diario diarias',
)

/** Who sells, the lowest last: of several the agency is meant. */
const sellers: readonly ReadonlySet<string>[] = [
  words('agencia agencias ag agc agcia agcias agency agencies'),
  words('punto pto pdv cliente clientes sucursal local oficina vendedor'),
  words('taquilla taquillas taq taqs tq'),
  words('banca bancas bca'),
]
const games = words('producto productos prod loteria loterias juego juegos product products game games lottery')

/** A field, its own words of which one must be there, and what else may stand beside them. */
const amountFields: readonly [ExternalField, own: ReadonlySet<string>, beside: ReadonlySet<string>][] = [
  [
    'sold',
    words('venta ventas vta vtas vent vendido vendida vendidos vendidas sale sales sold jugado apostado'),
    amounts,
  ],
  [
    'prizes',
    words('premio premios prem prems prm prize prizes'),
    new Set([...amounts, ...words('pagado pagados pag ganado ganados')]),
  ],
  [
    'commission',
    words('comision comisiones com comis comm commission commissions'),
    new Set([...amounts, ...words('agencia agencias ag venta ventas vta')]),
  ],
]
const days = words('fecha fechas fec fch dia date')
const besideDays = words('venta ventas vta sorteo juego operacion jornada dd mm aaaa yyyy yy aa')
const moneys = words('moneda monedas divisa currency mon tipo')

export interface Heading {
  field: ExternalField
  /** Of a partner or product: its code, its name, or either. */
  kind: 'code' | 'name' | 'any'
  /** Of several columns that could be the partner, the lowest is meant; `9` where only a code or a name is said and not whose. */
  rank: number
  /** What a sign or a word in it may stand for; empty where it says none. */
  currencies: readonly Currency[]
}

const isOf = (all: readonly string[], own: ReadonlySet<string>, ...beside: readonly ReadonlySet<string>[]) =>
  all.some((word) => own.has(word)) && all.every((word) => own.has(word) || beside.some((one) => one.has(word)))

/** `Venta USD`, `Premios (Bs.)`, `Comisión $`: the currencies that a heading may mean; empty where it says none. */
export function currenciesOfHeading(heading: string): readonly Currency[] {
  const said = headingWords(heading).map((word) => currenciesOfSign(word))
  return said.find((some) => some.length > 0) ?? []
}

/**
 * What a heading means; null where nobody knows it, or where it is known as nothing that is posted: `% comisión`,
 * `Neto`, `Cant. ventas`.
 */
export function headingOf(heading: string): Heading | null {
  const all = headingWords(heading).filter((word) => !empty.has(word))
  if (all.length === 0 || all.length > 8) return null
  const plain = { kind: 'any', rank: 0, currencies: [] } as const
  if (isOf(all, moneys) && !(all.length === 1 && all[0] === 'tipo')) return { ...plain, field: 'currency' }
  if (days.has(all[0]!) && isOf(all, days, besideDays)) return { ...plain, field: 'day' }
  const currencies = currenciesOfHeading(heading)
  const bare = all.filter((word) => currenciesOfSign(word).length === 0)
  for (const [field, own, beside] of amountFields) if (isOf(bare, own, beside)) return { ...plain, field, currencies }
  return currencies.length > 0 ? null : namedBy(all)
}

/** A partner or a product, by its code or its name. */
function namedBy(all: readonly string[]): Heading | null {
  // Told apart by what stands beside it: `Código agencia`, `Nombre de la agencia`, `Nº agencia`.
  const kind = all.some((word) => codes.has(word)) ? 'code' : all.some((word) => names.has(word)) ? 'name' : 'any'
  const rank = sellers.findIndex((own) => all.some((word) => own.has(word)))
  const beside = [codes, names, words('venta vta')]
  if (rank >= 0 && isOf(all, sellers[rank]!, ...beside)) return { field: 'agency', kind, rank, currencies: [] }
  if (isOf(all, games, codes, names)) return { field: 'product', kind, rank: 0, currencies: [] }
  const isAlone =
    all.every((word) => plainNames.has(word)) || (all.length === 1 && ['codigo', 'cod', 'code'].includes(all[0]!))
  return isAlone ? { field: 'agency', kind, rank: 9, currencies: [] } : null
}
