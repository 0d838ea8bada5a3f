/** What a rate is: its kinds, what each means in words, and how high it goes. */
import { z } from 'zod'
import { field } from './field.ts'

export const commissionKinds = ['VENTA', 'UTILIDAD'] as const
export const participationKinds = ['COMPARTIDA', 'SOLO_POSITIVA', 'ARRASTRE'] as const
export type CommissionKind = (typeof commissionKinds)[number]
export type ParticipationKind = (typeof participationKinds)[number]

export const commissionKindLabels: Record<CommissionKind, string> = { VENTA: 'Venta', UTILIDAD: 'Utilidad' }
export const participationKindLabels: Record<ParticipationKind, string> = {
  COMPARTIDA: 'Compartida',
  SOLO_POSITIVA: 'Solo positiva',
  ARRASTRE: 'Arrastre',
}

interface KindText {
  text: string
  formula: string
}
export const commissionKindTexts: Record<CommissionKind, KindText> = {
  VENTA: { text: 'Un porcentaje de lo vendido, gane o pierda la banca.', formula: 'comisión = ventas × %' },
  UTILIDAD: {
    text: 'Un porcentaje de lo que queda tras los premios. Una semana en pérdida no da comisión, ni se descuenta de la siguiente.',
    formula: 'comisión = (ventas − premios) × %, o cero si es pérdida',
  },
}
export const participationKindTexts: Record<ParticipationKind, KindText> = {
  COMPARTIDA: {
    text: 'La utilidad de la semana se reparte, y la pérdida también.',
    formula: 'participación = (ventas − premios − comisión) × %, con su signo',
  },
  SOLO_POSITIVA: {
    text: 'Se reparte la utilidad de las semanas que ganan. La pérdida la lleva la banca.',
    formula: 'participación = (ventas − premios − comisión) × %, o cero si es pérdida',
  },
  ARRASTRE: {
    text: 'La pérdida de una semana se descuenta de la utilidad de las siguientes, hasta cubrirla.',
    formula: 'participación = (pérdida anterior + utilidad) × %, o cero mientras quede pérdida',
  },
}

/** More than half of what is sold would leave no prize to be paid: a slip of the hand. */
export const mostOfSales = '50'
const whole = '100'

/** Ten-thousandths of one per cent: what two percentages are compared by, however they are written. */
export function percentUnits(percent: string): bigint {
  const [units = '0', decimals = ''] = percent.split('.')
  return BigInt(units + decimals.slice(0, 4).padEnd(4, '0'))
}

/** `12.5000` → `12,5 %`. */
export function percentText(percent: string): string {
  const [units = '0', decimals = ''] = percent.split('.')
  const rest = decimals.replace(/0+$/, '')
  return `${BigInt(units)}${rest && `,${rest}`} %`
}

/** A percentage to four decimals, as a decimal string: `12.5`. */
export const ratePercent = z
  .string({ error: 'Escriba el porcentaje' })
  // What is no number is not compared with one.
  .regex(/^\d{1,3}(\.\d{1,4})?$/, { error: 'Un porcentaje de hasta cuatro decimales, como 12.5', abort: true })
  .refine((percent) => percentUnits(percent) <= percentUnits(whole), 'No puede pasar de 100 %.')

const commission_percent = field(ratePercent, '% de comisión', { kind: 'percent' })
const participation_percent = field(ratePercent, '% de participación', { kind: 'percent' })
const commission_kind = field(z.enum(commissionKinds, { error: 'Elija la comisión' }), 'Comisión', {
  labels: commissionKindLabels,
})
const participation_kind = field(z.enum(participationKinds, { error: 'Elija la participación' }), 'Participación', {
  labels: participationKindLabels,
})

/** What holds for a line that is sold: one rate, of one level. */
export const rate = z.object({ commission_kind, commission_percent, participation_kind, participation_percent })
export type Rate = z.infer<typeof rate>
export type RateField = keyof Rate

/** A rate as one level sets it: what of it is null is as it is inherited, and follows that. */
export const ratePart = z.object({
  commission_kind: commission_kind.nullable(),
  commission_percent: commission_percent.nullable(),
  participation_kind: participation_kind.nullable(),
  participation_percent: participation_percent.nullable(),
})
export type RatePart = z.infer<typeof ratePart>

/** What nobody set earns nothing. */
const nothing: Rate = {
  commission_kind: 'VENTA',
  commission_percent: '0',
  participation_kind: 'COMPARTIDA',
  participation_percent: '0',
}

/** The rate that a level has: what it sets over what it inherits. */
export function wholeRate(part: RatePart, inherited: Rate | null): Rate {
  const under = inherited ?? nothing
  return {
    commission_kind: part.commission_kind ?? under.commission_kind,
    commission_percent: part.commission_percent ?? under.commission_percent,
    participation_kind: part.participation_kind ?? under.participation_kind,
    participation_percent: part.participation_percent ?? under.participation_percent,
  }
}

/** Does it set all of a rate? */
export const isWholeRate = (part: RatePart): part is Rate => Object.values(part).every((value) => value !== null)

/** What contradicts itself in a rate, by its field; null where nothing does. */
export function rateFault(of: Rate): { field: RateField; message: string } | null {
  if (of.commission_kind === 'VENTA' && percentUnits(of.commission_percent) > percentUnits(mostOfSales))
    return { field: 'commission_percent', message: `Sobre la venta no puede pasar de ${mostOfSales} %.` }
  if (of.commission_kind === 'UTILIDAD' && of.participation_kind === 'ARRASTRE')
    return {
      field: 'participation_kind',
      message:
        'La comisión por utilidad olvida las semanas en pérdida y el arrastre las guarda: elija otra participación.',
    }
  if (of.participation_kind !== 'COMPARTIDA' && percentUnits(of.participation_percent) === 0n)
    return {
      field: 'participation_percent',
      message: 'Sin porcentaje no hay qué repartir: escriba uno, o deje COMPARTIDA.',
    }
  return null
}

/** Is it the same rate, however its decimals are written? */
export function sameRate(one: RatePart | null, other: RatePart | null): boolean {
  if (one === null || other === null) return one === other
  return (
    one.commission_kind === other.commission_kind &&
    one.participation_kind === other.participation_kind &&
    samePercent(one.commission_percent, other.commission_percent) &&
    samePercent(one.participation_percent, other.participation_percent)
  )
}

const samePercent = (one: string | null, other: string | null) =>
  one === null || other === null ? one === other : percentUnits(one) === percentUnits(other)

/** `Venta 12 %, y hereda lo demás`: what one level sets. */
export function partText(of: RatePart): string {
  if (isWholeRate(of)) return rateText(of)
  const { commission_kind, commission_percent, participation_kind, participation_percent } = of
  const set = [
    commission_kind && `comisión por ${commissionKindLabels[commission_kind].toLowerCase()}`,
    commission_percent && `comisión del ${percentText(commission_percent)}`,
    participation_kind && `participación ${participationKindLabels[participation_kind].toLowerCase()}`,
    participation_percent && `participación del ${percentText(participation_percent)}`,
  ].filter(Boolean)
  return `${set.join(', ')}; hereda lo demás`
}

/** `Venta 12 % y compartida 30 %`. */
export function rateText(of: Rate): string {
  const commission = `${commissionKindLabels[of.commission_kind]} ${percentText(of.commission_percent)}`
  if (percentUnits(of.participation_percent) === 0n) return commission
  return `${commission} y ${participationKindLabels[of.participation_kind].toLowerCase()} ${percentText(of.participation_percent)}`
}
