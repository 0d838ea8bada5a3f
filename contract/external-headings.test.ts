/** What the files of the world call their columns. */
import { describe, expect, it } from 'vitest'
import type { ExternalField } from './external-file.ts'
import { currenciesOfHeading, headingOf } from './external-headings.ts'
import { isClerical, isNumbering } from './values/headings.ts'

const known: [ExternalField, string][] = [
  ...[
    'Fecha',
    'FECHA',
    'Día',
    'Date',
    'Fecha de venta',
    'Fecha Sorteo',
    'fec.',
    'Fecha (dd/mm/aaaa)',
    'fecha_venta',
  ].map((text): [ExternalField, string] => ['day', text]),
  ...[
    'Agencia',
    'AGENCIAS',
    'Cód. Agencia',
    'Código Agencia',
    'codigo_agencia',
    'codAgencia',
    'Cod. Ag.',
    'Cod Ag',
    'Nº Agencia',
    'Nombre de la agencia',
    'Taquilla',
    'Taq.',
    'Banca',
    'Punto de venta',
    'Pto. Vta.',
    'Cliente',
    'Agency',
    'Código',
    'Razón social',
  ].map((text): [ExternalField, string] => ['agency', text]),
  ...['Producto', 'Lotería', 'LOTERÍAS', 'Juego', 'Product', 'Game', 'Cód. Producto', 'Nombre lotería'].map(
    (text): [ExternalField, string] => ['product', text],
  ),
  ...['Moneda', 'Divisa', 'Currency', 'Tipo de moneda'].map((text): [ExternalField, string] => ['currency', text]),
  ...[
    'Ventas',
    'Venta',
    'VENTA BS',
    'Venta Bs',
    'Ventas (Bs.)',
    'Venta $',
    'Ventas en dólares',
    'Venta_USD',
    'Vta.',
    'Vtas Bs',
    'VentaBruta',
    'Monto venta',
    'Monto vendido',
    'Total venta',
    'Total Ventas Bs.F',
    'Venta bruta',
    'Vendido',
    'Sales',
    'Venta del día',
    'Monto jugado',
  ].map((text): [ExternalField, string] => ['sold', text]),
  ...[
    'Premios',
    'Premio',
    'Premios Bs',
    'Prem.',
    'Total premios (Bs)',
    'Monto premios',
    'Prizes',
    'Premios pagados USD',
  ].map((text): [ExternalField, string] => ['prizes', text]),
  ...[
    'Comisión',
    'Comisiones',
    'Comisión Bs',
    'Com. Bs.',
    'Comis.',
    'Total comisión',
    'Comisión agencia',
    'Commission',
  ].map((text): [ExternalField, string] => ['commission', text]),
]

describe('a heading', () => {
  it.each(known)('that means %s: %s', (field, text) => {
    expect(headingOf(text)?.field).toBe(field)
    expect(headingOf(/\p{Ll}\p{Lu}/u.test(text) ? text : text.toUpperCase())?.field).toBe(field)
    expect(headingOf(`  ${text}:`)?.field).toBe(field)
  })

  it.each([
    '% comisión',
    'Comisión %',
    'Comisión (%)',
    'Porcentaje comisión',
    'Neto',
    'Neta Bs',
    'Saldo',
    'Saldo Bs.',
    'Utilidad',
    'Ganancia',
    'Venta neta',
    'Cant. ventas',
    'Cantidad de tickets vendidos',
    'Nº ventas',
    'Premios por pagar',
    'Premios pendientes',
    'Total',
    'Monto',
    'Fecha de carga',
    'Fecha registro',
    'Fecha impresión',
    'Agencia Central',
    'Agencia 12',
    'Taquilla 1',
    'Lotto Activo',
    'Reporte de ventas',
    '1.234,56',
    '22/11/2026',
    '',
    'Bs',
    '$',
    'Serie',
    'Sorteo',
    'Hora',
    'Descripción',
    'Comisión banca',
  ])('that means nothing that is posted: %s', (text) => {
    expect(headingOf(text)).toBeNull()
  })

  it('tells code from name, and of several partners the lowest', () => {
    const of = (text: string) => [headingOf(text)?.kind, headingOf(text)?.rank]
    expect(['Cod. Ag.', 'Nombre agencia', 'Agencia', 'Taquilla', 'Banca', 'Código', 'Nombre'].map(of)).toEqual([
      ['code', 0],
      ['name', 0],
      ['any', 0],
      ['any', 2],
      ['any', 3],
      ['code', 9],
      ['name', 9],
    ])
  })

  it.each([
    ['Venta Bs', ['BS']],
    ['VENTAS (Bs.)', ['BS']],
    ['Bs Venta', ['BS']],
    ['Venta Bs.F', ['BS']],
    ['Venta US$', ['USD']],
    ['Ventas en dólares', ['USD']],
    ['Premios $', ['USD', 'COP']],
    ['Comisión COP', ['COP']],
    ['Venta pesos colombianos', ['COP']],
    ['Ventas', []],
    ['Lo vendido', []],
  ])('says its currency: %s', (text, said) => {
    expect(currenciesOfHeading(text)).toEqual(said)
    expect(headingOf(text)?.currencies ?? []).toEqual(said)
  })
})

describe('a column of a file of results', () => {
  it.each([
    'Serie',
    'SERIE',
    'Nº serie',
    'Nº sorteo',
    'N° Sorteo',
    'sorteo Nº',
    'Nro. de sorteo',
    'Número de sorteo',
    'Código sorteo',
    'Sorteo',
    'Acta',
    'Nº de acta',
    'Folio',
    'Ticket',
    'Nro ticket',
    'Boleto',
    'Comprobante',
    'Ref.',
    'ID',
    '#',
    'Concurso',
    'sorteo_id',
  ])('that numbers the paper or the draw: %s', (text) => {
    expect(isNumbering(text)).toBe(true)
  })
  it.each([
    'Número',
    'Nº',
    'Resultado',
    'Resultado sorteo',
    'Número ganador sorteo',
    'Animal',
    'Triple A',
    'Hora sorteo',
    'Fecha sorteo',
  ])('that does not: %s', (text) => {
    expect(isNumbering(text)).toBe(false)
  })
  it.each([
    'Hora chequeo',
    'Hora de carga',
    'Hora registro',
    'Actualizado',
    'Publicado',
    'Fecha publicación',
    'Última actualización',
    'Hora cierre',
    'Impreso',
    'Fecha de emisión',
    'Registrado el',
    'Hora verificación',
    'Modificado',
    'updated',
    'createdAt',
  ])('that tells what a clerk did: %s', (text) => {
    expect(isClerical(text)).toBe(true)
  })
  it.each(['Hora', 'Hora sorteo', 'Fecha', 'Horario', 'Turno', 'Día', 'Sorteo', 'Número'])(
    'that tells of the draw: %s',
    (text) => {
      expect(isClerical(text)).toBe(false)
    },
  )
})
