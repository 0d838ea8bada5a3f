/**
 * What people send in the place of a table, known by its bytes and called by its name: the server refuses it, and the
 * console says so before it is sent.
 */

/** First bytes in hexadecimal, from the place that is said. */
const marks: readonly [what: string, hex: string, at?: number][] = [
  ['un PDF', '25504446'],
  ['una imagen PNG', '89504e47'],
  ['una imagen JPEG', 'ffd8ff'],
  ['una imagen GIF', '47494638'],
  ['una imagen WebP', '57454250', 8],
  ['una imagen TIFF', '49492a00'],
  ['una imagen TIFF', '4d4d002a'],
  ['una imagen HEIC', '6674797068656963', 4],
  ['un video', '66747970', 4],
  ['un archivo RAR', '52617221'],
  ['un archivo 7z', '377abcaf'],
  ['un archivo comprimido GZIP', '1f8b'],
  ['un archivo comprimido XZ', 'fd377a585a'],
  ['un archivo comprimido BZIP2', '425a68'],
  ['un documento RTF', '7b5c727466'],
  ['una base de datos de Access', '000100005374616e64617264', 0],
  ['una base de datos SQLite', '53514c69746520666f726d6174'],
  ['un programa', '4d5a9000'],
  ['un programa', '7f454c46'],
]

const hexOf = (bytes: Uint8Array) =>
  Array.from(bytes.subarray(0, 32), (byte) => byte.toString(16).padStart(2, '0')).join('')

/** What a file is that is neither text nor a workbook, by its first bytes: `un PDF`; null where they do not say it. */
export function foreignBytes(bytes: Uint8Array): string | null {
  const start = hexOf(bytes)
  return marks.find(([, hex, at = 0]) => start.startsWith(hex, at * 2))?.[0] ?? null
}

/** What a text is that is no table, by how it begins; null for what may be one. */
export function foreignText(start: string): string | null {
  const text = start
    .replace(/^\uFEFF/, '')
    .trimStart()
    .slice(0, 2_000)
  if (/^(?:\{\s*(?:"|\}|$)|\[\s*(?:[[{"\]]|-?\d+\s*[,\]]|$))/.test(text)) return 'un archivo JSON'
  if (text.startsWith('{\\rtf')) return 'un documento RTF'
  if (/^<(?:!doctype html|html|head|body|meta|style|table|div)\b/i.test(text)) return 'una página web'
  if (/^<\?xml|^<[a-z][\w:-]*[\s>]/i.test(text))
    return text.includes('urn:schemas-microsoft-com:office:spreadsheet') ? 'un XML de Excel 2003' : 'un archivo XML'
  if (/^(?:MIME-Version|From|Return-Path|Received):/i.test(text) && /^content-type:/im.test(text))
    return 'un correo o una página web guardada'
  if (/^(?:--[^\n]*\n|\s)*(?:CREATE TABLE|INSERT INTO|BEGIN;|SET \w)/i.test(text)) return 'un archivo SQL'
  return null
}

/** What a ZIP is that holds no table that is read; null where it holds a workbook. `has` answers for the names of its parts. */
export function foreignZip(has: (name: string) => boolean): string | null {
  if (has('xl/workbook.xml')) return null
  if (has('word/document.xml')) return 'un documento de Word'
  if (has('ppt/presentation.xml')) return 'una presentación'
  if (has('xl/workbook.bin')) return 'un XLSB'
  if (has('content.xml')) return 'un archivo de LibreOffice (ODS)'
  return 'un ZIP'
}

/** `Es un archivo JSON; exporte CSV o XLSX.` */
export function foreignSentence(what: string): string {
  if (what === 'un ZIP') return 'Es un ZIP; descomprímalo y suba el CSV o XLSX que tiene dentro.'
  if (what.startsWith('un archivo comprimido') || /RAR|7z/.test(what))
    return `Es ${what}; descomprímalo y suba el CSV o XLSX que tiene dentro.`
  if (/Word|ODS|XLSB|XML de Excel|página web/.test(what)) return `Es ${what}; ábralo y guárdelo como XLSX o CSV.`
  return `Es ${what}; exporte CSV o XLSX.`
}
