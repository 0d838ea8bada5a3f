/** A chart as a picture that speaks for itself: what it is, of which days and filters, what its marks mean. */
import FileSaver from 'file-saver'
import { fold } from '@contract/values/text.ts'
import type { TrendSeries } from './series.ts'
import { chartTheme, seriesColor } from './theme.ts'

export interface PictureWords {
  title: string
  /** Under the title: the period, what it is counted in, the filters. */
  lines: readonly string[]
  /** Those drawn, for the legend. */
  series: readonly TrendSeries[]
}

/** `Utilidad por día, del 01/11 al 07/11` → `utilidad-por-dia-del-01-11-al-07-11.png` */
export function pictureName({ title, lines }: Pick<PictureWords, 'title' | 'lines'>): string {
  const words = fold([title, ...lines].join(' ')).replace(/[^a-z0-9]+/g, '-')
  return `${words.replace(/^-|-$/g, '').slice(0, 100).replace(/-$/, '')}.png`
}

const margin = 16
const line = { title: 24, text: 18, legend: 22 }

/** Words broken at spaces so that no line is wider than `room`, by a measure of their width. */
export function brokenLines(text: string, room: number, widthOf: (text: string) => number): string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const last = lines.at(-1)
    if (last !== undefined && widthOf(`${last} ${word}`) <= room) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines
}

/** Saves the drawing of a frame with its words, in the colours that stand on screen and as sharp as it. */
export function takePicture(frame: HTMLElement | null, words: PictureWords): void {
  const drawn = frame?.querySelector('canvas')
  if (!drawn) return
  const picture = document.createElement('canvas')
  const scale = drawn.width / drawn.clientWidth
  const context = picture.getContext('2d')!
  const room = drawn.clientWidth
  const head = headOf(context, words, room)
  picture.width = (room + 2 * margin) * scale
  picture.height = (head.height + drawn.clientHeight + 2 * margin) * scale
  context.scale(scale, scale)
  context.fillStyle = chartTheme().colors.surface
  context.fillRect(0, 0, picture.width, picture.height)
  head.draw()
  context.drawImage(drawn, margin, margin + head.height, room, drawn.clientHeight)
  picture.toBlob((blob) => blob && FileSaver.saveAs(blob, pictureName(words)))
}

/** The words over the drawing: how high they are, and how they are written. */
function headOf(context: CanvasRenderingContext2D, { title, lines, series }: PictureWords, room: number) {
  const theme = chartTheme()
  const fonts = { title: `600 16px ${theme.font}`, text: `13px ${theme.font}` }
  const within = (font: string, text: string) => {
    context.font = font
    return brokenLines(text, room, (part) => context.measureText(part).width)
  }
  const texts = [
    ...within(fonts.title, title).map((text) => ({
      text,
      font: fonts.title,
      color: theme.colors.ink,
      high: line.title,
    })),
    ...lines
      .flatMap((text) => within(fonts.text, text))
      .map((text) => ({ text, font: fonts.text, color: theme.colors.muted, high: line.text })),
  ]
  const legend = legendPlaces(context, fonts.text, series, room)
  const height = texts.reduce((sum, { high }) => sum + high, 0) + legend.rows * line.legend + 8
  const draw = () => {
    context.textBaseline = 'top'
    let y = margin
    for (const { text, font, color, high } of texts) {
      Object.assign(context, { font, fillStyle: color })
      context.fillText(text, margin, y)
      y += high
    }
    for (const { one, x, row } of legend.places) drawMark(context, one, { x: margin + x, y: y + row * line.legend })
  }
  return { height, draw }

  function drawMark(at: CanvasRenderingContext2D, one: TrendSeries, { x, y }: { x: number; y: number }) {
    const color = seriesColor(theme, one.color)
    Object.assign(at, { fillStyle: color, strokeStyle: color, lineWidth: 2, font: fonts.text })
    if (one.mark === 'column') at.fillRect(x + 3, y + 2, 10, 10)
    else {
      at.setLineDash(one.dash ? [5, 4] : [])
      at.beginPath()
      at.moveTo(x, y + 7)
      at.lineTo(x + 16, y + 7)
      at.stroke()
      at.setLineDash([])
    }
    at.fillStyle = theme.colors.ink
    at.fillText(one.name, x + 22, y)
  }
}

function legendPlaces(context: CanvasRenderingContext2D, font: string, series: readonly TrendSeries[], room: number) {
  context.font = font
  let [x, row] = [0, 0]
  const places = series.map((one) => {
    const wide = context.measureText(one.name).width + 22 + 18
    if (x > 0 && x + wide > room) [x, row] = [0, row + 1]
    const place = { one, x, row }
    x += wide
    return place
  })
  return { places, rows: series.length === 0 ? 0 : row + 1 }
}
