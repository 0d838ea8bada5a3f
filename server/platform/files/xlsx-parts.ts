/** The fixed parts of a workbook: styles, the list of sheets, and how they refer to each other. */
import type { ColumnType } from './columns.ts'
import type { Logo } from './logo.ts'

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packaged = 'http://schemas.openxmlformats.org/package/2006'

/** Index of each cell style in `styles`. */
export const cellStyle = {
  header: 1,
  title: 2,
  label: 3,
  text: 4,
  money: 5,
  integer: 6,
  percent: 7,
  date: 8,
  instant: 9,
  decimal: 10,
} as const satisfies Record<ColumnType | 'header' | 'title' | 'label', number>

const numberFormats = [
  '<numFmts count="3"><numFmt numFmtId="164" formatCode="dd/mm/yyyy"/>',
  '<numFmt numFmtId="165" formatCode="dd/mm/yyyy\\ hh:mm:ss"/>',
  '<numFmt numFmtId="166" formatCode="#,##0.00####"/></numFmts>',
]
const fonts = [
  '<fonts count="3"><font><sz val="11"/><name val="Calibri"/></font>',
  '<font><b/><sz val="11"/><name val="Calibri"/></font>',
  '<font><b/><sz val="14"/><name val="Calibri"/></font></fonts>',
]
const fills = [
  '<fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill>',
  '<fill><patternFill patternType="solid"><fgColor rgb="FFE2E8F0"/><bgColor indexed="64"/></patternFill></fill></fills>',
]
const borders = [
  '<borders count="2"><border><left/><right/><top/><bottom/><diagonal/></border><border><left/><right/><top/>',
  '<bottom style="thin"><color rgb="FF94A3B8"/></bottom><diagonal/></border></borders>',
]
/** In the order of their numbers. `quotePrefix` keeps a text that begins with `=` a text even after a person edits the cell. */
const cellFormats = [
  '<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>',
  '<xf numFmtId="49" fontId="1" fillId="2" borderId="1" xfId="0" applyNumberFormat="1" applyFont="1" applyFill="1" applyBorder="1"/>',
  '<xf numFmtId="49" fontId="2" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/>',
  '<xf numFmtId="49" fontId="1" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/>',
  '<xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" quotePrefix="1"/>',
  '<xf numFmtId="4" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>',
  '<xf numFmtId="3" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>',
  '<xf numFmtId="10" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>',
  '<xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>',
  '<xf numFmtId="165" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>',
  '<xf numFmtId="166" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>',
]
export const styles = [
  `${declaration}<styleSheet xmlns="${main}">`,
  ...numberFormats,
  ...fonts,
  ...fills,
  ...borders,
  '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>',
  `<cellXfs count="${cellFormats.length}">${cellFormats.join('')}</cellXfs>`,
  '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>',
].join('')

export const packageRelations =
  `${declaration}<Relationships xmlns="${packaged}/relationships"><Relationship ` +
  `Id="rId1" Type="${relations}/officeDocument" ` +
  'Target="xl/workbook.xml"/></Relationships>'

const numbers = (sheets: number) => Array.from({ length: sheets }, (_, index) => index + 1)

const drawnTypes =
  '<Default Extension="png" ContentType="image/png"/><Override ' +
  'PartName="/xl/drawings/drawing1.xml" ' +
  'ContentType="application/vnd.openxmlformats-officedocument.drawing+xml"/>'

export function contentTypesPart(sheets: number, drawn = false): string {
  const application = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
  const parts = numbers(sheets).map(
    (n) => `<Override PartName="/xl/worksheets/sheet${n}.xml" ContentType="${application}.worksheet+xml"/>`,
  )
  return (
    `${declaration}<Types xmlns="${packaged}/content-types"><Default Extension="rels" ` +
    'ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default ' +
    `Extension="xml" ContentType="application/xml"/>${drawn ? drawnTypes : ''}<Override ` +
    `PartName="/xl/workbook.xml" ContentType="${application}.sheet.main+xml"/><Override ` +
    'PartName="/xl/styles.xml" ' +
    `ContentType="${application}.styles+xml"/>${parts.join('')}</Types>`
  )
}

/** `names` are already escaped and at most 31 characters each. */
export function workbook(names: readonly string[]): string {
  const entries = names.map((name, at) => `<sheet name="${name}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`)
  return `${declaration}<workbook xmlns="${main}" xmlns:r="${relations}"><sheets>${entries.join('')}</sheets></workbook>`
}

export function workbookRelations(sheets: number): string {
  const entries = numbers(sheets).map(
    (n) => `<Relationship Id="rId${n}" Type="${relations}/worksheet" Target="worksheets/sheet${n}.xml"/>`,
  )
  return (
    `${declaration}<Relationships ` +
    `xmlns="${packaged}/relationships">${entries.join('')}<Relationship ` +
    `Id="rId${sheets + 1}" Type="${relations}/styles" ` +
    'Target="styles.xml"/></Relationships>'
  )
}

/** Opens a sheet: the frozen rows, if any, and the column widths come before the data. */
export function sheetStart(frozenRows: number, widths: readonly number[]): string {
  const frozen =
    frozenRows > 0
      ? `<pane ySplit="${frozenRows}" topLeftCell="A${frozenRows + 1}" ` +
        'activePane="bottomLeft" state="frozen"/><selection pane="bottomLeft"/>'
      : ''
  const columns = widths.map(
    (width, index) => `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`,
  )
  return (
    `${declaration}<worksheet xmlns="${main}" ` +
    `xmlns:r="${relations}"><sheetViews><sheetView ` +
    `workbookViewId="0">${frozen}</sheetView></sheetViews><cols>${columns.join('')}</cols><sheetData>`
  )
}

/** Closes a sheet; the filter covers its table, where it has one, header included. One that is drawn on names its drawing. */
export function sheetEnd(filter: string | null, drawn = false): string {
  return `</sheetData>${filter ? `<autoFilter ref="${filter}"/>` : ''}${drawn ? '<drawing r:id="rId1"/>' : ''}</worksheet>`
}

const relation = (type: string, target: string) =>
  `${declaration}<Relationships xmlns="${packaged}/relationships"><Relationship ` +
  `Id="rId1" Type="${relations}/${type}" Target="${target}"/></Relationships>`

/** A picture is measured in English Metric Units. */
const units = (pixels: number) => pixels * 9_525

/** The parts of a picture on a sheet, by their paths, beside the lines of its heading. */
export function pictureParts(
  { bytes, width, height }: Logo,
  sheet: number,
): [path: string, content: string | Buffer][] {
  const drawing = 'http://schemas.openxmlformats.org/drawingml/2006'
  const size = `cx="${units(width)}" cy="${units(height)}"`
  const anchored =
    `<xdr:from><xdr:col>3</xdr:col><xdr:colOff>0</xdr:colOff><xdr:row>0</xdr:row><xdr:rowOff>${units(4)}</xdr:rowOff></xdr:from><xdr:ext ` +
    `${size}/>`
  const picture =
    '<xdr:pic><xdr:nvPicPr><xdr:cNvPr id="2" name="Logo" descr="Logo de la ' +
    'banca"/><xdr:cNvPicPr><a:picLocks ' +
    'noChangeAspect="1"/></xdr:cNvPicPr></xdr:nvPicPr><xdr:blipFill><a:blip ' +
    'r:embed="rId1"/><a:stretch><a:fillRect/></a:stretch></xdr:blipFill><xdr:spPr><a:xfrm><a:off ' +
    `x="0" y="0"/><a:ext ${size}/></a:xfrm><a:prstGeom ` +
    'prst="rect"><a:avLst/></a:prstGeom></xdr:spPr></xdr:pic>'
  return [
    ['xl/media/logo.png', bytes],
    [`xl/worksheets/_rels/sheet${sheet}.xml.rels`, relation('drawing', '../drawings/drawing1.xml')],
    ['xl/drawings/_rels/drawing1.xml.rels', relation('image', '../media/logo.png')],
    [
      'xl/drawings/drawing1.xml',
      `${declaration}<xdr:wsDr xmlns:xdr="${drawing}/spreadsheetDrawing" ` +
        `xmlns:a="${drawing}/main" ` +
        `xmlns:r="${relations}"><xdr:oneCellAnchor>${anchored}${picture}<xdr:clientData/></xdr:oneCellAnchor></xdr:wsDr>`,
    ],
  ]
}

/** 1 → A, 27 → AA. */
export function columnName(n: number): string {
  const rest = (n - 1) % 26
  const before = Math.floor((n - 1) / 26)
  return `${before ? columnName(before) : ''}${String.fromCharCode(65 + rest)}`
}
