/** The draws' day in the browser: awarded by two people and corrected, read from a file, a number blocked, a draw suspended. */
import { sql } from 'drizzle-orm'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { draws } from '../../contract/draws.ts'
import { general } from '../../contract/general.ts'
import { ticketReports } from '../../contract/ticket-reports.ts'
import { addDays, formatDay, inZone } from '../../contract/values/dates.ts'
import { openedForFile, settle } from './console.ts'
import { open, openGame, unexpected, zone } from './game.ts'

const game = openedForFile(openGame)

const resultsOf = (draw_id: number) =>
  game.db.rows(sql`
  SELECT n.number, e.username AS entered, c.username AS confirmed, r.withdrawn_at IS NULL AS in_force
  FROM results r
  JOIN result_numbers n ON n.result_id = r.id
  LEFT JOIN users e ON e.id = r.entered_by
  LEFT JOIN users c ON c.id = r.confirmed_by
  WHERE r.draw_id = ${draw_id}
  ORDER BY r.id`)
const inForce = (number: string) => ({ number, entered: 'premiador', confirmed: 'banca', in_force: true })

/** Opens a late draw from the day's list. */
async function openLate(page: Page, product: string): Promise<void> {
  await open(page, 'manage-draws', `?day=${game.today}`)
  await page.getByRole('button', { name: new RegExp(` ${product}\\. Cerrado, atrasado`) }).click()
  await page.getByRole('heading', { level: 2, name: product, exact: true }).waitFor()
}
/** Types a result where the focus already is. */
async function type(page: Page, text: string): Promise<void> {
  await page.waitForFunction(
    () =>
      document.activeElement instanceof HTMLInputElement && document.activeElement.classList.contains('award-number'),
  )
  await page.keyboard.press('Control+A')
  await page.keyboard.type(text)
  await page.keyboard.press('Enter')
}

describe('a late draw', () => {
  it('is awarded once a second person has written the same, and then corrected', async () => {
    await game.needTwo(true)
    const draw = await game.draw('LOTTO_ACTIVO')
    const [whale, dolphin] = [
      await game.sell([{ draw_id: draw, number: '00' }]),
      await game.sell([{ draw_id: draw, number: '0' }], 'taquilla2'),
    ]
    await game.over(draw)
    const first = await game.visit('premiador')
    const second = await game.visit('banca')

    await openLate(first.page, 'Lotto Activo')
    await type(first.page, 'ballena')
    const preview = first.page.getByRole('region', { name: 'Qué hace este resultado' })
    await preview.getByText('1 ticket ganador, 1 jugada').waitFor()
    expect(await preview.getByText(whale.serial).count()).toBe(1)
    expect(await resultsOf(draw)).toEqual([])
    await first.page.getByRole('button', { name: 'Anotar 00 Ballena' }).waitFor()
    await first.page.keyboard.press('Enter')
    // Whoever noted it is at the next draw by then, if one waits.
    await first.page
      .getByText(/00 Ballena quedó anotado\. Falta que otra persona lo confirme\./)
      .first()
      .waitFor()
    await open(first.page, 'manage-draws', `?day=${game.today}&draw=${draw}`)
    await first.page.getByText('Debe confirmar otra persona').first().waitFor()
    expect((await game.ticket(whale.serial)).state).toBe('vendido')

    await open(second.page, 'manage-draws', `?day=${game.today}`)
    await second.page.getByRole('button', { name: / Lotto Activo\. Por confirmar/ }).click()
    await second.page.getByText('Resultado por confirmar').waitFor()
    const writing = second.page.getByRole('group', { name: 'Anotación del resultado' })
    expect(await writing.innerText()).not.toContain('00 Ballena')
    await type(second.page, '0')
    await second.page.getByRole('alert').getByText('Las anotaciones no coinciden').waitFor()
    expect([await resultsOf(draw), (await game.ticket(dolphin.serial)).state]).toEqual([[], 'vendido'])
    await writing.getByRole('textbox').first().focus()
    await type(second.page, '00')
    await second.page.getByText('Coincide con la primera anotación.').waitFor()
    await second.page.getByRole('button', { name: 'Confirmar y premiar 00 Ballena' }).waitFor()
    await second.page.keyboard.press('Enter')
    await second.page.getByText('quedó premiado con 00 Ballena: 1 ticket ganador.').first().waitFor()
    expect(await resultsOf(draw)).toEqual([inForce('00')])
    expect([await game.ticket(whale.serial), await game.ticket(dolphin.serial)]).toEqual([
      { state: 'ganador', prize: '300.00' },
      { state: 'perdedor', prize: '0.00' },
    ])
    await game.holds()

    await open(first.page, 'manage-draws', `?day=${game.today}&draw=${draw}`)
    await first.page.getByRole('button', { name: 'Corregir' }).click()
    await type(first.page, '0')
    const reason = first.page.getByLabel('Motivo de la corrección')
    await first.page.getByRole('button', { name: 'Anotar la corrección 0 Delfín' }).click()
    await first.page.getByText('Explique el motivo').waitFor()
    await reason.fill('Se leyó mal el acta')
    await first.page.getByRole('button', { name: 'Anotar la corrección 0 Delfín' }).click()
    await first.page.getByText('Debe confirmar otra persona').first().waitFor()
    await open(second.page, 'manage-draws', `?day=${game.today}&draw=${draw}`)
    await type(second.page, 'delfín')
    await second.page.getByRole('button', { name: 'Confirmar y premiar 0 Delfín' }).click()
    await second.page.getByText('quedó premiado con 0 Delfín: 1 ticket ganador.').first().waitFor()
    expect(await resultsOf(draw)).toEqual([{ ...inForce('00'), in_force: false }, inForce('0')])
    expect([await game.ticket(whale.serial), await game.ticket(dolphin.serial)]).toEqual([
      { state: 'perdedor', prize: '0.00' },
      { state: 'ganador', prize: '300.00' },
    ])
    await game.holds()
    expect([unexpected(first.faults()), unexpected(second.faults(), 409, 422)]).toEqual([[], []])
    await first.close()
    await second.close()
  })
})

describe('a file of results', () => {
  it('keeps every zero, asks about those that were lost, and awards what is confirmed', async () => {
    await game.needTwo(false)
    // Before the demo began nobody drew anything: these draws are made for their results.
    const day = addDays(game.today, -70)
    const { page, faults, close } = await game.visit('banca')
    await open(page, 'results')
    await page.getByRole('button', { name: 'Cargar resultados' }).click()
    const drawer = page.getByRole('dialog', { name: 'Cargar resultados desde un archivo' })
    const rows = [
      'Lotto Activo;08:00;;00;',
      'LOTTO_ACTIVO;9:00 am;;0;',
      'Triple Zulia;12:45;A;7;',
      'Triple Zulia;12:45;B;010;',
      'Triple Zulia;12:45;C;100;Leo',
      'Lotería de nadie;08:00;;1;',
      'Lotto Activo;10:00;;25;;León',
    ]
    await drawer
      .getByLabel('O pegue las filas')
      .fill(
        [
          'Producto;Fecha;Hora;Columna;Número;Signo;Animal',
          ...rows.map((row) => row.replace(';', `;${formatDay(day)};`)),
        ].join('\n'),
      )
    await drawer.getByRole('button', { name: 'Leer lo pegado' }).click()
    await drawer.getByText('«7» perdió sus ceros: son 3 dígitos.').waitFor()
    await drawer.getByText('No hay un producto llamado «Lotería de nadie».').waitFor()
    await drawer.getByText('El archivo lo guardó como número: puede ser 0 o 00.').waitFor()
    await drawer.getByText('«25» y «León» no son el mismo símbolo.').waitFor()
    await drawer.getByRole('row', { name: 'Lista' }).filter({ hasText: '00Ballena' }).locator('img').waitFor()
    await drawer.getByRole('button', { name: 'Anotar 1 resultado' }).waitFor()
    await drawer.getByRole('button', { name: 'Es 007' }).click()
    await drawer.getByRole('button', { name: 'Es 0 Delfín' }).click()
    await drawer.getByRole('row', { name: 'Triple Zulia' }).filter({ hasText: 'A007B010C100LEO' }).waitFor()
    // What can't be entered is left out by a decision, or nothing is entered.
    const enter = drawer.getByRole('button', { name: 'Anotar 3 resultados' })
    expect(await enter.isDisabled()).toBe(true)
    await drawer.getByLabel('Dejar fuera 2 sorteos que no se pueden anotar (2 números del archivo)').check()
    await enter.click()
    const written = () =>
      game.db.rows(sql`
      SELECT p.name, to_char(d.scheduled_at AT TIME ZONE ${zone}, 'HH24:MI') AS hour, d.state::text AS state,
        string_agg(concat_ws(' ', nullif(n.place, ''), n.number, n.sign), ' · ' ORDER BY n.place) AS text
      FROM draws d
      JOIN products p ON p.id = d.product_id
      JOIN results r ON r.id = d.result_id
      JOIN result_numbers n ON n.result_id = r.id
      WHERE d.day = ${day}::date
      GROUP BY d.id, p.id
      ORDER BY d.scheduled_at`)
    await drawer.getByRole('button', { name: 'Confirmar y premiar 3' }).waitFor()
    expect(await written()).toEqual([])
    await drawer.getByRole('button', { name: 'Confirmar y premiar 3' }).click()
    await drawer.getByText('3 sorteos premiados.').waitFor()
    expect(await written()).toEqual([
      { name: 'Lotto Activo', hour: '08:00', state: 'premiado', text: '00' },
      { name: 'Lotto Activo', hour: '09:00', state: 'premiado', text: '0' },
      { name: 'Triple Zulia', hour: '12:45', state: 'premiado', text: 'A 007 · B 010 · C 100 LEO' },
    ])
    await drawer.getByRole('button', { name: 'Terminar' }).click()
    await open(page, 'results', `?period=rango&from=${day}&to=${day}`)
    const listed = page.getByRole('table').getByRole('row')
    expect([
      await listed.filter({ hasText: 'Lotto Activo' }).count(),
      await listed.filter({ hasText: 'Triple Zulia' }).filter({ hasText: '007' }).count(),
    ]).toEqual([2, 1])
    expect(faults()).toEqual([])
    await game.holds()
    await close()
  })
})

describe('a number', () => {
  it('blocked on the board is refused to whoever sells it, and sold again once the block is lifted', async () => {
    const draw = await game.draw('GUACHARO_ACTIVO')
    const { page, faults, close } = await game.visit('supervisor')
    await open(page, 'blocked-numbers', `?draw=${draw}`)
    const cell = page.getByRole('toolbar', { name: /^Números/ }).getByRole('button', { name: /^25\b/ })
    await cell.focus()
    await page.keyboard.press('Space')
    await page.getByRole('button', { name: 'Bloquear 1 número' }).click()
    const dialog = page.getByRole('dialog', { name: /^Bloquear 1 número de Guácharo Activo/ })
    await dialog.getByLabel('Motivo').fill('Muy jugado')
    await dialog.getByRole('button', { name: 'Bloquear 1 número' }).click()
    await dialog.waitFor({ state: 'hidden' })
    await page.getByRole('row').filter({ hasText: 'Muy jugado' }).waitFor()
    expect(
      await game.ask([
        { draw_id: draw, number: '24' },
        { draw_id: draw, number: '25' },
      ]),
    ).toMatchObject({ status: 422, refused: ['lines.1.number number_blocked'] })
    expect(
      await game.db.rows(sql`SELECT number, draw_id, reason FROM blocked_numbers WHERE lifted_at IS NULL`),
    ).toEqual([{ number: '25', draw_id: draw, reason: 'Muy jugado' }])

    await settle(page)
    await cell.focus()
    await page.keyboard.press('Space')
    await page.getByRole('button', { name: 'Desbloquear 1' }).click()
    await page
      .getByRole('dialog', { name: 'Desbloquear 1 número' })
      .getByRole('button', { name: 'Desbloquear' })
      .click()
    await page.getByRole('row').filter({ hasText: 'Muy jugado' }).waitFor({ state: 'detached' })
    await game.sell([{ draw_id: draw, number: '25' }])
    expect(faults()).toEqual([])
    await close()
  })
})

describe('an open draw', () => {
  it('that is suspended gives its tickets back, and sells no more until that is lifted', async () => {
    const draw = await game.draw('LA_GRANJITA')
    const sale = await game.sell([{ draw_id: draw, number: '5' }])
    const at = await game.db.one<{ at: string }>(sql`SELECT scheduled_at AS at FROM draws WHERE id = ${draw}`)
    const { page, faults, close } = await game.visit('supervisor')
    await open(page, 'suspended-draws')
    await page.getByRole('button', { name: 'Suspender un sorteo' }).first().click()
    const drawer = page.getByRole('dialog', { name: 'Suspender un sorteo' })
    const box = drawer.getByRole('combobox', { name: 'Sorteo', exact: true })
    const name = `${inZone(new Date(at!.at), zone).time.slice(0, 5)} · La Granjita`
    await box.fill(name)
    await page.getByRole('option', { name }).waitFor({ state: 'attached' })
    await page.keyboard.press('Enter')
    await drawer.getByText('Lo vendido en el sorteo').waitFor()
    await drawer.getByRole('button', { name: 'Suspender sorteo' }).click()
    await drawer.getByText('Elija qué se hace con las jugadas').waitFor()
    await drawer.getByRole('radio', { name: /devolver/i }).check()
    await drawer.getByLabel('Motivo').fill('Sin electricidad en la sede')
    await drawer.getByRole('button', { name: 'Suspender sorteo' }).click()
    await page
      .getByRole('dialog', { name: /^Suspender La Granjita/ })
      .getByRole('button', { name: 'Suspender sorteo' })
      .click()
    await drawer.waitFor({ state: 'hidden' })
    const row = page.getByRole('row').filter({ hasText: 'Sin electricidad en la sede' })
    await row.getByText('Devueltas').waitFor()
    expect(await game.ticket(sale.serial)).toEqual({ state: 'devuelto', prize: '0.00' })
    expect(await game.db.one(sql`SELECT mode, lines, amounts FROM draw_suspensions WHERE draw_id = ${draw}`)).toEqual({
      mode: 'devolver',
      lines: 1,
      amounts: { BS: '10.00' },
    })
    expect((await game.ask([{ draw_id: draw, number: '5' }])).status).toBe(422)
    await game.holds()

    await row.getByRole('button', { name: /^Acciones/ }).click()
    await page.getByRole('menuitem', { name: 'Levantar' }).click()
    await page
      .getByRole('dialog', { name: /^Levantar la suspensión/ })
      .getByRole('button', { name: 'Levantar' })
      .click()
    await row.getByText(/^Levantado/).waitFor()
    await game.sell([{ draw_id: draw, number: '5' }])
    expect((await game.ticket(sale.serial)).state).toBe('devuelto')
    expect(faults()).toEqual([])
    await game.holds()
    await close()
  })
})

describe('the board of numbers', () => {
  it('says what did not come, whichever of its calls it was, and shows it once it is asked for again', async () => {
    const { page, close } = await game.visit('banca')
    for (const { path } of [general.products, draws.list, ticketReports.betNumber]) {
      const call = `**${path}*`
      await page.route(call, (route) => route.fulfill({ status: 500, json: { status: 500, code: 'internal' } }))
      await open(page, 'blocked-numbers')
      const board = page.getByRole('region', { name: 'Tablero de números' })
      const again = board.getByRole('button', { name: 'Intentar de nuevo' })
      await again.waitFor()
      await page.unroute(call)
      await again.click()
      await board.getByText(/Actualizado a las/).waitFor()
    }
    await close()
  })
})
