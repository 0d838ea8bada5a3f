/** Other systems' sales as they are taken in: a system, its file, its names, what is reviewed, the posting, and where it shows. */
import { sql } from 'drizzle-orm'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { formatDay } from '../../contract/values/dates.ts'
import { bookOf } from '../support/foreign-files.ts'
import { isLong } from '../support/length.ts'
import {
  accessibilityFaults,
  expectNoSidewaysScroll,
  lead,
  openConsole,
  openedForFile,
  pathOf,
  settle,
  showAs,
} from './console.ts'

const console_ = openedForFile(openConsole)

const header = 'Jornada;Agencia;Juego;Venta;Premio'

/** Takes an option of a select, found by what is typed. */
async function choose(page: Page, label: string, option: string): Promise<void> {
  const box = page.getByRole('combobox', { name: label })
  await box.focus()
  await box.fill(option)
  await page.locator('.ant-select-item-option', { hasText: option }).first().waitFor()
  await box.press('Enter')
}

const looks = [
  { size: 'desk', dark: false },
  { size: 'phone', dark: true },
  ...(isLong
    ? ([
        { size: 'desk', dark: true },
        { size: 'phone', dark: false },
      ] as const)
    : []),
] as const
/** Looks at the page as everybody sees it: on a desk by day and on a phone by night, in the long run the other way too. */
async function expectForEverybody(page: Page): Promise<void> {
  for (const look of looks) {
    await showAs(page, look)
    await settle(page)
    expect([look, await accessibilityFaults(page)]).toEqual([look, []])
    await expectNoSidewaysScroll(page)
  }
  await showAs(page, { size: 'desk', dark: false })
}

/** Sends a file from the list of loads; its review opens. */
async function send(page: Page, name: string, ...lines: string[]): Promise<void> {
  await sendFile(page, name, Buffer.from([header, ...lines].join('\r\n'), 'latin1'))
}
async function sendFile(page: Page, name: string, buffer: Buffer): Promise<void> {
  await lead(page, pathOf('external-reports'))
  await settle(page)
  await page.getByRole('button', { name: 'Cargar archivo' }).first().click()
  await page.getByText('Suelte aquí el archivo').waitFor()
  await page.locator('input[type=file]').setInputFiles({ name, mimeType: 'application/octet-stream', buffer })
}

it('a file is sent, its columns and names are assigned, and what was reviewed is posted and shows', async () => {
  const { page, faults, close } = await console_.visit('supervisor')
  const agency = (await console_.db.one<{ name: string }>(
    sql`SELECT name FROM partners WHERE type = 'agencia' AND status = 'activo' AND 'BS' = ANY (currencies) ORDER BY id LIMIT 1`,
  ))!.name
  const today = formatDay(
    (await console_.db.one<{ day: string }>(sql`SELECT (now() AT TIME ZONE 'America/Caracas')::date AS day`))!.day,
  )

  await lead(page, pathOf('external-reports-config'))
  await settle(page)
  await page.getByRole('button', { name: 'Nuevo sistema' }).first().click()
  await page.getByRole('textbox', { name: 'Nombre' }).fill('MaxiLoterías')
  await page.getByRole('button', { name: 'Crear sistema' }).click()
  await page.getByRole('button', { name: 'Editar MaxiLoterías' }).waitFor()
  await settle(page)
  await expectForEverybody(page)

  // What cannot be trusted is refused where it was sent, and nothing of it is kept.
  await send(page, 'formula.csv', 'x;=1+1;a;1;1')
  await page.getByText('La celda B2 tiene una fórmula').waitFor()
  expect(await console_.db.rows(sql`SELECT 1 FROM external_loads`)).toEqual([])
  expect(faults()).toContain('422: POST /api/v2/admin/external-sales/load')

  const lines = [
    `${today};El Gordo;Lotto Activo;1.234,56;200`,
    `${today};El Gordo;Lotto Activo;1.000;`,
    'Total;;;2.234,56;200',
  ]
  await send(page, 'ventas.csv', ...lines, `${today};El Gordo;Lotto Activo;12.50;0`)
  await page.getByRole('heading', { level: 1, name: 'ventas.csv' }).waitFor()
  expect(await page.getByRole('note', { name: 'Antes de publicar' }).textContent()).toContain('Fecha')
  await choose(page, 'Qué es la columna Jornada', 'Fecha')
  await page.getByRole('button', { name: 'Guardar columnas' }).click()

  const names = page.getByRole('list', { name: 'Nombres por asignar' })
  await names.getByText('El Gordo').waitFor()
  await settle(page)
  await expectForEverybody(page)
  // What is called exactly as one of ours is it; the rest is looked for.
  expect(await page.getByRole('button', { name: /^Asignar Lotto Activo/ }).count()).toBe(0)
  await choose(page, 'Agencia de El Gordo', agency)
  await page.getByRole('button', { name: 'Asignar El Gordo' }).click()
  await names.waitFor({ state: 'detached' })
  await settle(page)

  await page.getByText('Con falla 1', { exact: true }).click()
  await page.getByRole('cell', { name: '«12.50» no es un monto' }).waitFor()
  await page.getByRole('button', { name: /Publicar$/ }).click()
  const question = page.getByRole('dialog')
  expect(await question.textContent()).toMatch(
    /1 suma por día, agencia y producto, de 2 filas.*1 fila con falla queda fuera/,
  )
  expect(await question.textContent()).toContain('Por cobrar Bs 2.034,56')
  await question.getByRole('button', { name: 'Publicar' }).click()
  await page.getByText('Lo publicado en las cuentas').waitFor()

  await lead(page, `${pathOf('external-reports')}?view=global&currency=BS`)
  await settle(page)
  const row = page.getByRole('row').filter({ hasText: agency }).filter({ hasText: 'MaxiLoterías' })
  expect(await row.textContent()).toContain('Bs 2.234,56')
  await expectForEverybody(page)
  expect(faults()).toEqual([])
  await close()
})

it('a name that waits in several loads is assigned once, over all of them', async () => {
  const { page, faults, close } = await console_.visit('supervisor')
  const [first, second] = await console_.db.rows<{ name: string; id: number }>(
    sql`SELECT name, id FROM partners WHERE type = 'agencia' AND status = 'activo' AND 'BS' = ANY (currencies) ORDER BY id LIMIT 2`,
  )
  const days = await console_.db.rows<{ day: string }>(
    sql`SELECT ((now() AT TIME ZONE 'America/Caracas')::date - n)::text AS day FROM generate_series(1, 2) n`,
  )
  const [yesterday, before] = days.map(({ day }) => formatDay(day))
  const line = (day: string | undefined, agency: string) => `${day};${agency};Lotto Activo;10,00;0,00`
  await send(page, 'ayer.csv', line(yesterday, 'La Flaca'), line(yesterday, second!.name))
  await page.getByRole('heading', { level: 1, name: 'ayer.csv' }).waitFor()
  await send(page, 'anteayer.csv', line(before, 'La Flaca'), line(before, 'La Flaca'))
  await page.getByRole('heading', { level: 1, name: 'anteayer.csv' }).waitFor()

  await lead(page, pathOf('external-reports'))
  await page.getByRole('tab', { name: 'Por asignar' }).click()
  await page.waitForURL(/view=pendientes/)
  await settle(page)
  const row = page.getByRole('row').filter({ hasText: 'La Flaca' })
  expect(await row.getByRole('cell').allInnerTexts()).toEqual(
    expect.arrayContaining(['La Flaca', 'MaxiLoterías', '2', '3']),
  )
  await expectForEverybody(page)
  // What is called exactly as one of ours waits for nobody.
  expect(await page.getByRole('row').filter({ hasText: second!.name }).count()).toBe(0)
  await choose(page, 'Agencia de La Flaca', first!.name)
  await page.getByRole('button', { name: 'Asignar La Flaca' }).click()
  await page.getByText('Ningún nombre espera').waitFor()
  await expectForEverybody(page)

  expect(
    await console_.db.rows(
      sql`SELECT agency_id AS id FROM external_dictionary WHERE key = 'La_Flaca' AND kind = 'agency'`,
    ),
  ).toEqual([{ id: first!.id }])
  // Both loads may be posted now.
  for (const name of ['ayer.csv', 'anteayer.csv']) {
    await lead(page, pathOf('external-reports'))
    await settle(page)
    await page.getByRole('link', { name, exact: true }).click()
    await page.getByRole('heading', { level: 1, name }).waitFor()
    await page.getByRole('button', { name: /Publicar$/, disabled: false }).waitFor()
  }
  expect(faults()).toEqual([])
  await close()
})

it(
  'a workbook of another system: its total is compared, a code is told by its own ' +
    'name, what is not ours stays out and is remembered',
  async () => {
    const { page, faults, close } = await console_.visit('supervisor')
    const { name: agency, code } = (await console_.db.one<{ name: string; code: string }>(
      sql`SELECT name, code FROM partners WHERE type = 'agencia' AND status = 'activo' AND 'BS' = ANY (currencies) ORDER BY id LIMIT 1`,
    ))!
    const days = await console_.db.rows<{ day: string }>(
      sql`SELECT ((now() AT TIME ZONE 'America/Caracas')::date - n)::text AS day FROM generate_series(1, 2) n`,
    )
    const book = (day: string, total: number) =>
      bookOf([
        ['Reporte de ventas por agencia'],
        [],
        ['Código Agencia', 'Agencia', 'Lotería', 'Fecha', 'Venta Bs', 'Premios Bs'],
        [code, agency, 'La Granjita', formatDay(day), 100, 10],
        ['A-0077', 'Inversiones El Trébol', 'Lotto Activo', formatDay(day), 55.5, 5],
        ['A-0077', 'Inversiones El Trébol', 'La Granjita', formatDay(day), 4.5, 0],
        ['TOTAL', '', '', '', total, 15],
      ])

    await sendFile(page, 'anteayer.xlsx', book(days[0]!.day, 161))
    await page.getByRole('heading', { level: 1, name: 'anteayer.xlsx' }).waitFor()
    const totals = page.getByRole('region', { name: 'Totales del archivo' })
    const differing = totals.getByRole('row').filter({ hasText: 'TOTAL' })
    expect(await differing.getByRole('cell').allInnerTexts()).toEqual([
      '7',
      'TOTAL',
      'Ventas',
      'Bs 161,00',
      'Bs 160,00',
      'Bs 1,00',
    ])
    await totals.getByText('1 total del archivo es la suma de sus filas.').waitFor()
    const names = page.getByRole('list', { name: 'Nombres por asignar' })
    expect(await names.getByRole('listitem').allInnerTexts()).toEqual([
      expect.stringMatching(/^A-0077 · Inversiones El Trébol\s+Agencia · 2 filas/),
    ])
    await page.getByRole('button', { name: /se llaman igual que aquí/ }).click()
    await page.getByRole('group', { name: /^Reconocidos por su nombre/ }).waitFor()
    await settle(page)
    await expectForEverybody(page)

    // Pressed by mistake it is taken back where it is told.
    await page.getByRole('button', { name: 'A-0077 no es nuestra' }).click()
    await page.getByRole('button', { name: 'Volver a asignar A-0077' }).click()
    await names.waitFor()
    await page.getByRole('button', { name: 'A-0077 no es nuestra' }).click()
    await names.waitFor({ state: 'detached' })
    const left = page.getByRole('group', { name: 'Queda fuera: lo que no es nuestro' }).getByRole('row').nth(1)
    expect(await left.getByRole('cell').allInnerTexts()).toEqual([
      'Agencia',
      'A-0077 · Inversiones El Trébol',
      '2',
      'Bs 60,00',
      'Bs 5,00',
      'Bs 0,00',
      'Volver a asignar',
    ])
    await expectForEverybody(page)
    await page.getByRole('button', { name: /Publicar$/ }).click()
    const question = page.getByRole('dialog')
    expect(await question.innerText()).toMatch(
      /2 filas que no son nuestras quedan fuera\..*1 total que dice el archivo no es la suma de sus filas\./,
    )
    await question.getByRole('button', { name: 'Publicar' }).click()
    await page.getByText('Lo publicado en las cuentas').waitFor()

    // The next file of that system asks for nothing, and its total is right.
    await sendFile(page, 'ayer.xlsx', book(days[1]!.day, 160))
    await page.getByRole('heading', { level: 1, name: 'ayer.xlsx' }).waitFor()
    await totals.getByText('2 totales del archivo son la suma de sus filas.').waitFor()
    await page.getByRole('button', { name: /Publicar$/, disabled: false }).waitFor()
    expect(await names.count()).toBe(0)
    // It stands in the dictionary as what it is.
    await lead(page, `${pathOf('external-reports-config')}?left_out=si`)
    await settle(page)
    const known = page.getByRole('row').filter({ hasText: 'A-0077' })
    expect(await known.innerText()).toContain('No es nuestra')
    expect(faults()).toEqual([])
    await close()
  },
)
