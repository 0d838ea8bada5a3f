/** Files of other systems as the world makes them: read alike whatever wrote them, and refused each with its own reason. */
import { sql } from 'drizzle-orm'
import { utils, write, type BookType, type WorkSheet } from 'xlsx'
import { ZipFile } from 'yazl'
import { describe, expect, it } from 'vitest'
import { externalLimits } from '../../contract/external-file.ts'
import { externalSales } from '../../contract/external-sales.ts'
import { dayOfSheetNumber } from '../../contract/values/reading.ts'
import { csv, header, openExternalSales } from './external-sales-setup.ts'
import { eachDay } from '../support/length.ts'

const { addSystem, at, counter, load, nameAll, rowsOf, show, upload, written } = openExternalSales()

type Lines = readonly (readonly (string | number)[])[]

/** A workbook as the library writes it. */
function workbook(
  lines: Lines,
  { type = 'xlsx' as BookType, change = (_sheet: WorkSheet): void => undefined } = {},
): Buffer {
  const book = utils.book_new()
  const sheet = utils.aoa_to_sheet(lines as (string | number)[][])
  change(sheet)
  utils.book_append_sheet(book, utils.aoa_to_sheet([['nada']]), 'Oculta')
  utils.book_append_sheet(book, sheet, 'Ventas del día')
  book.Workbook = { Sheets: [{ Hidden: 1 }, { Hidden: 0 }] }
  return write(book, { type: 'buffer', bookType: type, bookSST: true }) as Buffer
}

/** A ZIP of these parts. */
async function zipped(parts: Record<string, string | Buffer>): Promise<Buffer> {
  const zip = new ZipFile()
  for (const [name, text] of Object.entries(parts)) zip.addBuffer(Buffer.from(text), name)
  zip.end()
  const pieces: Buffer[] = []
  for await (const piece of zip.outputStream) pieces.push(piece as Buffer)
  return Buffer.concat(pieces)
}

const types = '<?xml version="1.0"?><Types xmlns="t"><Default Extension="xml" ContentType="application/xml"/></Types>'
const main = '<workbook xmlns:r="r"><sheets><sheet name="Hoja1" sheetId="1" r:id="r1"/></sheets></workbook>'
const links = '<Relationships><Relationship Id="r1" Target="worksheets/sheet1.xml"/></Relationships>'
/** An XLSX by hand around the XML of its one sheet. */
const byHand = (sheet: string, more: Record<string, string | Buffer> = {}) =>
  zipped({
    '[Content_Types].xml': types,
    'xl/workbook.xml': main,
    'xl/_rels/workbook.xml.rels': links,
    'xl/worksheets/sheet1.xml': sheet,
    ...more,
  })

const serial = (day: string) => Math.round((Date.parse(day) - Date.UTC(1899, 11, 30)) / 86_400_000)
const told = async (id: number) =>
  (await rowsOf(id, { standing: 'lista' })).map(({ day, agency_name, product_name, sold, prizes }) =>
    [day, agency_name, product_name, sold, prizes].join(' '),
  )

describe('a table', () => {
  const expected = () => [
    `${at()} Agencia Uno Lotto Activo 1234.56 200.00`,
    `${at(1)} Agencia Dos La Granjita 1234.00 0.00`,
  ]
  const [iso, dashed] = [() => at(), () => written(1).replaceAll('/', '-')]
  /** With titles above, a header of two lines, an empty line, a page's header again, a total and a footer. */
  const lines = (
    numbers: readonly [string | number, string | number, string | number],
    days: readonly (string | number)[],
  ): Lines => [
    ['Sistema de Loterías'],
    ['Reporte de ventas', '', '', ''],
    [],
    ['Fecha', 'Agencia', 'Producto', 'Montos'],
    ['', '', '', 'Ventas', 'Premios'],
    [days[0]!, 'Agencia Uno', 'Lotto Activo', numbers[0], numbers[2]],
    ['', '', '', ''],
    ['Fecha', 'Agencia', 'Producto', 'Ventas', 'Premios'],
    [days[1]!, 'agencia dos', 'La Granjíta', numbers[1], 0],
    ['Total general', '', '', 99, 99],
    ['Generado por el sistema'],
  ]
  const texts = () => lines(['1.234,56', '1.234', '200,00'], [iso(), dashed()])
  const numbers = () => lines([1234.56, 1234, 200], [serial(at()), serial(at(1)) + 0.75])
  const asCsv = (separator: string) =>
    texts()
      .map((cells) => cells.map((cell) => (String(cell).includes(separator) ? `"${cell}"` : cell)).join(separator))
      .join('\r\n')
  const files: [string, () => Buffer][] = [
    ['an XLSX with numbers and days of its own', () => workbook(numbers())],
    ['an XLSX with texts', () => workbook(texts())],
    [
      'an XLSX whose texts stand in their cells',
      () =>
        Buffer.from(
          write(
            { SheetNames: ['a'], Sheets: { a: utils.aoa_to_sheet(texts() as string[][]) } },
            { type: 'buffer', bookType: 'xlsx', bookSST: false },
          ) as Buffer,
        ),
    ],
    ['a CSV with semicolons, UTF-8', () => Buffer.from(asCsv(';'))],
    ['a CSV with its mark', () => Buffer.from(`\uFEFF${asCsv(';')}`)],
    ['a CSV with commas', () => Buffer.from(asCsv(','))],
    ['a CSV with tabs and line feeds alone', () => Buffer.from(asCsv('\t').replaceAll('\r\n', '\n'))],
    ['a CSV that says its separator', () => Buffer.from(`sep=;\r\n${asCsv(';')}`)],
    ['a CSV of Windows', () => Buffer.from(asCsv(';'), 'latin1')],
    ['a CSV of two bytes a letter', () => Buffer.from(`\uFEFF${asCsv('\t')}`, 'utf16le')],
    ['a CSV of two bytes a letter, the large one first', () => Buffer.from(`\uFEFF${asCsv(';')}`, 'utf16le').swap16()],
    ['a CSV of two bytes a letter without a mark', () => Buffer.from(asCsv(';'), 'utf16le')],
  ]

  it.each(files)('%s is read as the others', async (_name, bytes) => {
    const system_id = await addSystem()
    await nameAll(system_id)
    const { id, standings } = await load(system_id, bytes())
    expect(await told(id)).toEqual(expected())
    expect(standings).toEqual({ lista: 2, pendiente: 0, falla: 0, moneda: 0, cerrada: 0, ajena: 0, ignorada: 3 })
  })

  it('with numbers as English writes them and its own days is read by its format', async () => {
    const system_id = await addSystem({ number_style: 'international', day_order: 'mdy', header_row: 2 })
    await nameAll(system_id)
    const [year, month, date] = at(1).split('-')
    const bytes = csv(['Ventas', 'Fecha', 'x'], header, [
      `${month}/${date}/${year}`,
      'Agencia Uno',
      'Lotto Activo',
      '1,234.56',
      '1.5',
      '',
    ])
    expect(await told((await load(system_id, bytes)).id)).toEqual([`${at(1)} Agencia Uno Lotto Activo 1234.56 1.50`])
  })

  it('of days counted from 1904 is read by its own count', async () => {
    const system_id = await addSystem()
    await nameAll(system_id)
    const cell = (at: string, value: string) => `<c r="${at}" t="inlineStr"><is><t>${value}</t></is></c>`
    const top = header.slice(0, 4).map((title, n) => cell(`${'ABCD'[n]}1`, title))
    const sheet =
      `<worksheet><sheetData><row r="1">${top.join('')}</row><row r="2"><c ` +
      `r="A2"><v>${serial(at(2)) - 1462}</v></c>${cell('B2', 'Agencia Uno')}${cell('C2', 'Lotto&#32;Activo')}<c ` +
      'r="D2"><v>7.0000000001</v></c></row></sheetData></worksheet>'
    const bytes = await byHand(sheet, {
      'xl/workbook.xml': main.replace('<sheets>', '<workbookPr date1904="1"/><sheets>'),
    })
    expect(await told((await load(system_id, bytes)).id)).toEqual([`${at(2)} Agencia Uno Lotto Activo 7.00 0.00`])
    expect(dayOfSheetNumber(serial(at(2)))).toBe(at(2))
  })

  it('is read from the sheet that is named', async () => {
    const system_id = await addSystem({ sheet: 'VENTAS DEL DÍA' })
    expect((await load(system_id, workbook(numbers()))).sheet).toBe('Ventas del día')
  })
})

describe('what is no table that can be trusted', () => {
  const good = () => workbook([header, [serial(at()), 'Agencia Uno', 'Lotto Activo', 1, 0, 0]])
  const compound = (name: string) =>
    Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600), Buffer.from(name, 'utf16le')])
  const hostile: [string, string, RegExp, () => Buffer | Promise<Buffer>][] = [
    ['nothing', 'sheet_empty', /vacío/, () => Buffer.alloc(0)],
    ['empty lines', 'sheet_empty', /no tiene filas/, () => Buffer.from('\r\n;;;\r\n')],
    ['a header alone', 'sheet_empty', /debajo del encabezado/, () => csv(header)],
    ['words', 'sheet_header_missing', /nombres de las columnas/, () => Buffer.from('hola\r\nadiós')],
    ['an old Excel', 'sheet_old_excel', /97-2003/, () => workbook([header], { type: 'biff8' })],
    ['one with a password', 'sheet_encrypted', /contraseña/, () => compound('EncryptedPackage')],
    ['one with macros', 'sheet_macros', /macros/, async () => byHand('<worksheet/>', { 'xl/vbaProject.bin': 'x' })],
    ['one that says it has macros', 'sheet_macros', /macros/, () => workbook([header], { type: 'xlsm' })],
    ['a PDF', 'sheet_unreadable', /un PDF/, () => Buffer.from('%PDF-1.7\n')],
    ['a picture', 'sheet_unreadable', /imagen PNG/, () => Buffer.from('89504e470d0a1a0a', 'hex')],
    ['a page of the web', 'sheet_unreadable', /página web/, () => Buffer.from('<html><table><tr><td>Fecha')],
    ['JSON', 'sheet_unreadable', /^Es un archivo JSON; exporte CSV o XLSX\.$/, () => Buffer.from('{ "ventas": [] }')],
    ['JSON of two bytes a letter', 'sheet_unreadable', /JSON/, () => Buffer.from('\uFEFF[\r\n  {"a": 1}]', 'utf16le')],
    ['a list of JSON', 'sheet_unreadable', /JSON/, () => Buffer.from('[1, 2]')],
    [
      'a page that calls itself .xls',
      'sheet_unreadable',
      /página web; ábralo/,
      () => Buffer.from('\r\n<TABLE border=1><tr>'),
    ],
    [
      'an XML of Excel 2003',
      'sheet_unreadable',
      /XML de Excel 2003/,
      () => Buffer.from('<?xml version="1.0"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet">'),
    ],
    ['an RTF', 'sheet_unreadable', /RTF/, () => Buffer.from('{\\rtf1\\ansi Ventas}')],
    ['a WebP', 'sheet_unreadable', /imagen WebP/, () => Buffer.from('524946460000000057454250', 'hex')],
    ['a database', 'sheet_unreadable', /SQLite/, () => Buffer.from('SQLite format 3\0')],
    ['an SQL script', 'sheet_unreadable', /SQL/, () => Buffer.from('-- ventas\nINSERT INTO ventas VALUES (1);')],
    ['bytes', 'sheet_unreadable', /no es de texto/, () => Buffer.from('a;b\u0001\u0002;c\n')],
    ['a document', 'sheet_unreadable', /Word/, () => zipped({ 'word/document.xml': '<x/>' })],
    ['a ZIP', 'sheet_unreadable', /descomprímalo/, () => zipped({ 'ventas.csv': 'x' })],
    ['an ODS', 'sheet_unreadable', /ODS/, () => workbook([header], { type: 'ods' })],
    ['an XLSB', 'sheet_unreadable', /XLSB/, () => workbook([header], { type: 'xlsb' })],
    ['one that was cut', 'sheet_damaged', /incompleto/, () => good().subarray(0, -200)],
    ['one whose middle is gone', 'sheet_damaged', /dañado/, () => good().fill(0, 200, 900)],
    ['XML that breaks off', 'sheet_damaged', /dañado/, () => byHand('<worksheet><sheetData><row r="1"')],
    [
      'XML with entities of its own',
      'sheet_damaged',
      /dañado/,
      () => byHand('<!DOCTYPE w [<!ENTITY a "aaaa">]><worksheet>&a;</worksheet>'),
    ],
    [
      'a text that is not there',
      'sheet_damaged',
      /dañado/,
      () => byHand('<worksheet><sheetData><row r="1"><c r="A1" t="s"><v>9</v></c></row></sheetData></worksheet>'),
    ],
    [
      'half a letter',
      'sheet_damaged',
      /dañado/,
      () =>
        byHand('<worksheet><sheetData><row r="1"><c r="A1" t="str"><v>&#xD800;</v></c></row></sheetData></worksheet>'),
    ],
    [
      'a text longer than a cell',
      'sheet_damaged',
      /dañado/,
      () =>
        byHand(
          `<worksheet><sheetData><row r="1"><c r="A1" t="str"><v>${'a '.repeat(20_000)}</v></c></row></sheetData></worksheet>`,
        ),
    ],
    [
      'a row that is nowhere',
      'sheet_damaged',
      /dañado/,
      () => byHand('<worksheet><sheetData><row r="1e12"><c r="A1"><v>1</v></c></row></sheetData></worksheet>'),
    ],
    [
      'a quote that nobody closes',
      'sheet_damaged',
      /La fila 2 .*comillas/,
      () => Buffer.from(`${header.join(';')}\r\n"${'x;\r\n'.repeat(20_000)}`),
    ],
    [
      'a formula',
      'sheet_formula',
      /celda D2/,
      () =>
        workbook([header, [serial(at()), 'a', 'b', 5]], {
          change: (sheet) => {
            sheet['D2'] = { t: 'n', v: 5, f: '2+3' }
          },
        }),
    ],
    [
      'a formula in a CSV',
      'sheet_formula',
      /celda B2.*=cmd/,
      () => csv(header, [written(), "=cmd|' /C calc'!A0", 'x', '1']),
    ],
    [
      'a bomb',
      'sheet_too_large',
      /descomprimido/,
      () => byHand(`<worksheet>${'<row/>'.repeat(4_000_000)}</worksheet>`),
    ],
    [
      'a bomb of texts',
      'sheet_too_large',
      /descomprimido/,
      () =>
        byHand('<worksheet/>', {
          'xl/sharedStrings.xml': `<sst><si><t>${'a'.repeat(30_000)}</t></si>${'<si><t/></si>'.repeat(3_000_000)}</sst>`,
        }),
    ],
    [
      'too many columns',
      'sheet_too_wide',
      /101 columnas/,
      () =>
        csv(
          header,
          Array.from({ length: 101 }, () => 'x'),
        ),
    ],
    [
      'a cell far to the right',
      'sheet_too_wide',
      /columnas/,
      () => byHand('<worksheet><sheetData><row r="1"><c r="XFD1"><v>1</v></c></row></sheetData></worksheet>'),
    ],
    [
      'too many rows',
      'sheet_too_long',
      /filas: divídalo/,
      () => Buffer.from(`${header.join(';')}\n${'a;b;c;1\n'.repeat(externalLimits.rows + 100)}`),
    ],
    [
      'only hidden sheets',
      'sheet_missing',
      /hojas visibles/,
      () => byHand('<worksheet/>', { 'xl/workbook.xml': main.replace('sheetId', 'state="veryHidden" sheetId') }),
    ],
    ['more bytes than are taken', 'too_large', /tamaño/, () => Buffer.alloc(externalLimits.bytes + 1, 'a')],
  ]

  const large = ['too many rows', 'a bomb of texts']
  it.each(eachDay(hostile, ([name]) => !large.includes(name)))(
    '%s is refused as %s, and nothing of it is kept',
    async (_name, code, said, bytes) => {
      const system_id = await addSystem()
      const { status, problem } = await upload(system_id, await bytes())
      expect([problem.code, problem.detail]).toEqual([code, expect.stringMatching(said)])
      expect(status).toBe(code === 'too_large' ? 413 : 422)
      const kept = await counter.world.db.rows(sql`SELECT 1 FROM external_loads WHERE system_id = ${system_id}`)
      expect(kept).toEqual([])
    },
  )

  it('cut anywhere, a good one is never a fault of the server', async () => {
    const system_id = await addSystem()
    const whole = good()
    const codes = new Set<string>()
    for (let length = 1; length < whole.length; length += Math.ceil(whole.length / 60)) {
      const { status, problem } = await upload(system_id, whole.subarray(0, length))
      expect(status).toBe(422)
      codes.add(problem.code)
    }
    expect([...codes].sort()).toEqual(['sheet_damaged', 'sheet_header_missing'])
  })

  it('of a kind or a sheet that the system does not send is told so, when it comes and when it is read again', async () => {
    const { app } = counter
    const system_id = await addSystem({ file_kind: 'csv' })
    expect((await upload(system_id, good())).problem.detail).toBe('El archivo es un XLSX y este sistema manda CSV.')
    const other = await addSystem({ sheet: 'Enero' })
    expect((await upload(other, good())).problem.detail).toBe(
      'El archivo no tiene la hoja «Enero». Tiene: Oculta, Ventas del día.',
    )
    const again = await addSystem()
    const { id } = await load(again, good())
    const { body } = await app.call(externalSales.config, {}, { as: 'banca' })
    const {
      names: _names,
      waiting: _waiting,
      product_name: _product,
      ...system
    } = body.data.find((one) => one.id === again)!
    let version = system.version
    const codes: unknown[] = []
    for (const change of [{ file_kind: 'csv' as const }, { sheet: 'Enero' }, { header_row: 50 }, { header_row: 2 }]) {
      await app.call(externalSales.saveConfig, { body: { ...system, version, ...change } }, { as: 'banca' })
      version += 1
      codes.push((await app.call(externalSales.reread, { params: { id } }, { as: 'banca' })).problem.code)
    }
    expect(codes).toEqual(['sheet_unreadable', 'sheet_missing', 'sheet_header_missing', 'sheet_empty'])
    // What was read before stands as it was.
    expect((await show(id)).rows).toBe(1)
  })
})
