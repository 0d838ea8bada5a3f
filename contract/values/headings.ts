/** What stands over a column of a file, as words that can be compared: however it is capitalised, abbreviated or put together. */
import { fold } from './text.ts'

/** `Cód. Agencia`, `COD_AGENCIA`, `codAgencia` as `cod agencia`; `Nº sorteo` as `n sorteo`; a sign of a currency, `%` and `#` are words. */
export function headingWords(text: string): string[] {
  const apart = text
    .slice(0, 200)
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .replace(/[º°ª]/g, ' ')
  // A bolívar of some years stands with a letter more: `Bs.F`.
  const folded = fold(apart).replace(/\bbs\. ?([fsd])\b/g, 'bs$1')
  return folded.match(/[a-z]*\$[a-z]*|[a-z0-9]+|[%#]/g) ?? []
}

/** Exactly one of some words, which may end anyhow; they stand apart by spaces. */
const oneOf = (words: string) => new RegExp(`^(${words.trim().split(/\s+/).join('|')})$`)

/**
 * What is told of a line and is no part of a result or of a sale: what numbers the paper or the draw, and what its
 * clerk did and when. `Nº sorteo`, `Serie`, `Acta`, `Hora chequeo`, `Fecha de carga`.
 */
const clerical = oneOf(String.raw`
  cheque\w* carga\w* registr\w* actualiz\w* public\w* modific\w* impres\w* imprim\w* emi(tid\w*|sion) gener\w*
  cre(ad\w*|acion) captur\w* ingres\w* envi\w* recep\w* recib\w* verific\w* consult\w* descarg\w* cierre
  apertura transmi\w* confirm\w* valid\w* audit\w* proces\w* transcri\w* sincroniz\w* update\w* created loaded
  checked printed posted`)
const numbering = oneOf(String.raw`
  serie serial series seriales folio folios acta actas ticket tickets tique tiquete boleto boletos comprobante
  control correlativo consecutivo secuencia referencia ref id item concurso edicion planilla lote resolucion
  barra barras #`)
const numbers = /^(n|no|nro|num|numero|codigo|cod|code|id|#)$/

/** Says when a clerk did something, not when a draw was held or a sale made. */
export function isClerical(heading: string): boolean {
  return headingWords(heading).some((word) => clerical.test(word))
}

/** Numbers the paper or the draw: nothing in it is a winning number. A draw alone (`Sorteo`) is numbered where figures stand in it. */
export function isNumbering(heading: string): boolean {
  const words = headingWords(heading)
  if (words.some((word) => /^(ganador\w*|resultado\w*|salio|winner|premiad\w*)$/.test(word))) return false
  if (words.some((word) => numbering.test(word))) return true
  return words.includes('sorteo') && words.every((word) => word === 'sorteo' || word === 'de' || numbers.test(word))
}
