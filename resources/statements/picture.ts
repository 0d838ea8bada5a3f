/**
 * A statement as a picture of a phone's width, to be read in a chat: white whatever the screen's theme, three dots a pixel,
 * so that it stays sharp where a chat makes it smaller.
 */
import { currencyFacts } from '@contract/values/currency.ts'
import { formatInstant } from '@contract/values/dates.ts'
import { formatMoney } from '@contract/values/money.ts'
import type { SessionUser } from '@contract/session.ts'
import { fold } from '@contract/values/text.ts'
import { brokenLines } from '@/kit/chart/picture.ts'
import {
  conceptText,
  detailText,
  isStanding,
  lineAmount,
  shortened,
  stateText,
  weekText,
  type StatementSheet,
  type SheetLine,
} from './sheet.ts'

const width = 360
const scale = 3
const margin = 16
const room = width - 2 * margin
const logoHeight = 40
const colors = { ink: '#16202e', muted: '#55606e', line: '#d5dae1', owed: '#eef1f5' }

type Reader = Pick<SessionUser, 'banca_name' | 'banca_logo' | 'zone'>

/** `estado-de-cuenta-agencia-uno-2026-11-22.png` */
export function pictureFile({ name, week }: Pick<StatementSheet, 'name' | 'week'>): string {
  const words = fold(name).replace(/[^a-z0-9]+/g, '-')
  return `estado-de-cuenta-${words.replace(/^-|-$/g, '')}-${week}.png`
}

/** Something drawn: how high it is, and how it is drawn from a height on. */
interface Part {
  high: number
  draw?: (y: number) => void
}

/** The picture of one statement, as of the instant `at`. */
export async function drawStatement(sheet: StatementSheet, reader: Reader, at: Date): Promise<Blob> {
  await document.fonts.ready
  const logo = reader.banca_logo === null ? null : await pictureOf(reader.banca_logo)
  const canvas = document.createElement('canvas')
  const pen = new Pen(canvas.getContext('2d')!)
  const parts = [
    ...headParts(pen, sheet, reader, logo),
    ...(sheet.accounts.length === 0 ? pen.text('No hubo nada en esta semana.', 13) : []),
    ...sheet.accounts.flatMap((account) => accountParts(pen, account)),
    pen.gap(8),
    ...pen.text(`Al ${formatInstant(at.toISOString(), reader.zone)}`, 11, { color: colors.muted }),
  ]
  const height = parts.reduce((sum, { high }) => sum + high, 2 * margin)
  canvas.width = width * scale
  canvas.height = Math.ceil(height) * scale
  pen.begin(width, height)
  let y = margin
  for (const { high, draw } of parts) {
    draw?.(y)
    y += high
  }
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture came of the statement'))), 'image/png')
  })
}

/** One that does not come is left out. */
async function pictureOf(url: string): Promise<HTMLImageElement | null> {
  const picture = new Image()
  picture.src = url
  return picture.decode().then(
    () => picture,
    () => null,
  )
}

interface Style {
  color?: string
  bold?: boolean
  /** A figure at the right, on the first line. */
  right?: string
  background?: string
}

/** Measures and draws text: what is measured is drawn alike. */
class Pen {
  private readonly context: CanvasRenderingContext2D
  private readonly family = getComputedStyle(document.body).fontFamily

  constructor(context: CanvasRenderingContext2D) {
    this.context = context
  }

  begin(wide: number, high: number): void {
    this.context.scale(scale, scale)
    this.context.fillStyle = '#fff'
    this.context.fillRect(0, 0, wide, high)
    this.context.textBaseline = 'middle'
  }

  gap = (high: number): Part => ({ high })

  rule(): Part {
    return {
      high: 9,
      draw: (y) => {
        this.context.fillStyle = colors.line
        this.context.fillRect(margin, y + 4, room, 1)
      },
    }
  }

  picture(picture: HTMLImageElement): Part {
    const by = Math.min(logoHeight / picture.naturalHeight, room / picture.naturalWidth)
    const [wide, high] = [picture.naturalWidth * by, picture.naturalHeight * by]
    return { high: high + 6, draw: (y) => this.context.drawImage(picture, margin, y, wide, high) }
  }

  /** Broken at spaces beside what stands at the right; a part for each line. */
  text(text: string, size: number, { color = colors.ink, bold = false, right, background }: Style = {}): Part[] {
    const font = `${bold ? 600 : 400} ${size}px ${this.family}`
    const high = Math.round(size * 1.4)
    const widthOf = (one: string) => {
      this.context.font = font
      return this.context.measureText(one).width
    }
    const beside = right === undefined ? 0 : widthOf(right) + 10
    return brokenLines(text, room - beside, widthOf).map((one, n) => ({
      high,
      draw: (y) => {
        if (background) {
          this.context.fillStyle = background
          this.context.fillRect(margin - 8, y - 2, room + 16, high + 4)
        }
        Object.assign(this.context, { font, fillStyle: color, textAlign: 'left' })
        this.context.fillText(one, margin, y + high / 2)
        if (n > 0 || right === undefined) return
        Object.assign(this.context, { fillStyle: color, textAlign: 'right' })
        this.context.fillText(right, margin + room, y + high / 2)
      },
    }))
  }
}

function headParts(
  pen: Pen,
  { name, code, week }: StatementSheet,
  reader: Reader,
  logo: HTMLImageElement | null,
): Part[] {
  return [
    ...(logo ? [pen.picture(logo)] : []),
    ...pen.text(reader.banca_name, 13, { color: colors.muted }),
    ...pen.text('Estado de cuenta', 13, { color: colors.muted }),
    ...pen.text(name, 18, { bold: true }),
    ...pen.text(`${code} · ${weekText(week)}`, 12, { color: colors.muted }),
  ]
}

function accountParts(pen: Pen, account: StatementSheet['accounts'][number]): Part[] {
  const { currency, lines } = account
  return [
    pen.rule(),
    ...pen.text(currencyFacts[currency].name, 14, { bold: true }),
    ...pen.text(stateText(account), 11, { color: colors.muted }),
    pen.gap(4),
    ...shortened(lines).flatMap((line) => lineParts(pen, line, currency)),
  ]
}

function lineParts(pen: Pen, line: SheetLine, currency: StatementSheet['accounts'][number]['currency']): Part[] {
  const right = isStanding(line) ? formatMoney(line.balance, currency, true) : lineAmount(line, currency)
  const style: Style = { right }
  if (line.concept === 'saldo')
    return [
      pen.gap(6),
      ...pen.text(conceptText(line), 15, { ...style, bold: true, background: colors.owed }),
      pen.gap(3),
      ...pen.text(detailText(line), 13, { bold: true }),
    ]
  return [
    ...pen.text(conceptText(line), 13, style),
    ...(line.detail === '' ? [] : pen.text(detailText(line), 11, { color: colors.muted })),
    pen.gap(3),
  ]
}
