import { utils, write, type BookType, type WorkSheet } from 'xlsx'
import { describe, expect, it } from 'vitest'
import { readTables, serialText } from './tables.ts'

const limits = { bytes: 1_000_000, rows: 1_000 }
const read = (bytes: BlobPart) => readTables(new File([bytes], 'archivo'), limits)
const cells = async (bytes: BlobPart) => (await read(bytes))[0]!.rows.map((row) => row.cells)

function utf16(text: string, littleEndian: boolean): ArrayBuffer {
  const view = new DataView(new ArrayBuffer(text.length * 2))
  for (let at = 0; at < text.length; at++) view.setUint16(at * 2, text.charCodeAt(at), littleEndian)
  return view.buffer
}
const latin = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0))
const book = (sheets: Record<string, WorkSheet>, bookType: BookType) =>
  write({ SheetNames: Object.keys(sheets), Sheets: sheets }, { type: 'array', bookType }) as ArrayBuffer

describe('text', () => {
  const lines = [
    ['Lotería', 'Número'],
    ['Guácharo Activo', '00'],
  ]
  const text = lines.map((line) => line.join(';')).join('\r\n')

  it.each<[string, BlobPart]>([
    ['UTF-8', text],
    ['UTF-8 with its mark', `\uFEFF${text}`],
    ['UTF-16 LE with its mark', utf16(`\uFEFF${text}`, true)],
    ['UTF-16 BE with its mark', utf16(`\uFEFF${text}`, false)],
    ['UTF-16 LE without', utf16(text, true)],
    ['UTF-16 BE without', utf16(text, false)],
    ['Windows-1252', latin(text)],
    ['old line ends', text.replace('\r\n', '\r')],
    ['a line that names the separator', `sep=;\r\n${text}`],
  ])('in %s', async (_, bytes) => {
    expect(await cells(bytes)).toEqual(lines)
  })

  it.each([
    [';', ';'],
    [',', ','],
    ['\t', '\t'],
    ['|', '|'],
  ])('separated by %j, under titles that have others', async (separator) => {
    const [table] = await read(
      [
        'Resultados de la semana, del 1 al 7; oficial',
        '',
        ...lines.map((line) => line.join(separator)),
        `"a${separator}b"${separator}"dijo ""sí"""`,
      ].join('\n'),
    )
    expect(table).toMatchObject({ name: '', separator })
    expect(table!.rows.slice(1)).toEqual([
      { line: 3, cells: lines[0] },
      { line: 4, cells: lines[1] },
      { line: 5, cells: [`a${separator}b`, 'dijo "sí"'] },
    ])
  })

  it('counts its lines as an editor does, breaks inside quotes and empty ones too', async () => {
    const [table] = await read('a;b\n"uno\ndos";1\n\n  ;\nz;2\n')
    expect(table!.rows).toEqual([
      { line: 1, cells: ['a', 'b'] },
      { line: 2, cells: ['uno\ndos', '1'] },
      { line: 6, cells: ['z', '2'] },
    ])
  })

  it.each([
    ['quotes that do not close', 'a;b\n1;2\n"x;3\nz;4', 'Las comillas que se abren en la línea 3 no se cierran bien.'],
    ['nothing', '  \n\n', 'El archivo está vacío.'],
    ['a picture', new Uint8Array([0x89, 1, 2, 3, 0, 0, 0, 13]), 'No es un archivo de texto ni una hoja de cálculo.'],
    [
      'a broken workbook',
      new Uint8Array([0x50, 0x4b, 3, 4, 9, 9]),
      'No se pudo leer el archivo. Use CSV, XLSX, XLS u ODS.',
    ],
    ['too many rows', 'a;1\n'.repeat(1_101), 'El archivo supera 1.000 filas: divídalo en partes.'],
    ['too many bytes', 'a'.repeat(1_000_001), 'El archivo supera 1 MB.'],
  ])('that is %s is refused with its reason', async (_, bytes, reason) => {
    await expect(read(bytes)).rejects.toThrow(reason)
  })
})

describe('a workbook', () => {
  const sheet = utils.aoa_to_sheet([
    ['Producto', 'Fecha', 'Hora', 'Número', 'Con ceros', 'Ambiguo'],
    ['Lotto Activo', 46_346, 0.5, 0, 7, 0],
    ['Triple Zulia', '20/11/2026', '12:45', '007', 45, 5],
    [null, 46_346.75, 0.999_999, 12.5, 0, null],
  ])
  for (const [at, format] of [
    ['B2', 'dd/mm/yyyy'],
    ['C2', 'h:mm AM/PM'],
    ['E2', '000'],
    ['E3', '0000'],
    ['B4', 'dd/mm/yyyy hh:mm'],
    ['C4', 'hh:mm'],
    ['E4', '000'],
    ['F2', '00'],
  ] as const)
    sheet[at]!.z = format
  sheet['!merges'] = [{ s: { r: 2, c: 0 }, e: { r: 3, c: 0 } }]

  it('says its dates and hours in words, keeps its numbers as numbers and its text as text', async () => {
    const [first] = await read(book({ Resultados: sheet }, 'xlsx'))
    expect(first).toMatchObject({ name: 'Resultados', separator: null })
    expect(first!.rows).toEqual([
      { line: 1, cells: ['Producto', 'Fecha', 'Hora', 'Número', 'Con ceros', 'Ambiguo'] },
      { line: 2, cells: ['Lotto Activo', '2026-11-20', '12:00', 0, '007', 0] },
      { line: 3, cells: ['Triple Zulia', '20/11/2026', '12:45', '007', '0045', 5] },
      // A cell over two rows says its product of both.
      { line: 4, cells: ['Triple Zulia', '2026-11-20 18:00', '00:00', 12.5, '000'] },
    ])
  })

  it.each<[BookType]>([['xls'], ['biff8'], ['ods'], ['xlsb'], ['fods'], ['xlml']])(
    'is read as %s too',
    async (type) => {
      const plain = utils.aoa_to_sheet([
        ['Producto', 'Número'],
        ['Guácharo', '007'],
        ['Guácharo', 7],
      ])
      const other = utils.aoa_to_sheet([['Portada']])
      const tables = await read(book({ Portada: other, Vacía: utils.aoa_to_sheet([]), Datos: plain }, type))
      expect(tables.map((table) => table.name)).toEqual(['Portada', 'Datos'])
      expect(tables[1]!.rows.map((row) => row.cells)).toEqual([
        ['Producto', 'Número'],
        ['Guácharo', '007'],
        ['Guácharo', 7],
      ])
    },
  )

  it('is a page of a table too, as many programs save one under the name XLS', async () => {
    const page =
      '<html><meta charset="utf-8"><table><tr><td>Producto</td><td>Número</td></tr><tr><td>Lotería</td><td>007</td></tr></table></html>'
    expect(await cells(page)).toEqual([
      ['Producto', 'Número'],
      ['Lotería', '007'],
    ])
  })

  it('counts days as its format shows them', () => {
    expect([serialText(46_346), serialText(46_346.5), serialText(0.53125), serialText(46_346.5, 'hh:mm')]).toEqual([
      '2026-11-20',
      '2026-11-20 12:00',
      '12:45',
      '12:00',
    ])
  })
})
