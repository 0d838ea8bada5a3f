/** A file of results is entered whole or not at all, makes no draw but its own, and says of each line why it can't. */
import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { manageDraws } from '../../contract/manage-draws.ts'
import { largestResultFile, mostDaysBack, mostFileRows } from '../../contract/result-file.ts'
import { addDays, formatDay } from '../../contract/values/dates.ts'
import { enterFile } from '../../server/entities/manage-draws/result-file.ts'
import { openBench, type Bench } from './award-setup.ts'

let bench: Bench
/** Days on which nobody made a draw yet; each test takes its own. */
let day = ''
let used = 0
const nextDay = () => addDays(bench.world.today, -40 - 8 * ++used)
beforeAll(async () => {
  bench = await openBench()
  day = nextDay()
})
afterAll(() => bench?.close())
afterEach(async () => {
  await bench.holds()
  day = nextDay()
})

interface Row {
  product: string | number
  day?: string
  time?: string
  place?: string
  number?: string | number
  sign?: string | null
}
const lotto = (time: string, number: string | number, more: Partial<Row> = {}): Row => ({
  product: 'Lotto Activo',
  day,
  time,
  number,
  ...more,
})
const body = (rows: Row[], more: object = {}) => ({ body: { rows, ...more } })
async function check(rows: Row[], more: object = {}) {
  const reply = await bench.app.call(manageDraws.checkFile, body(rows, more), { as: 'premiador' })
  expect([reply.status, reply.problem.code]).toEqual([200, undefined])
  return reply.body.draws
}
const notes = async (rows: Row[], more?: object) => (await check(rows, more)).map((one) => [one.state, one.note])
const enter = (rows: Row[], leave_out = 0, key: string = randomUUID()) =>
  bench.app.call(manageDraws.enterFile, body(rows, { leave_out }), { as: 'premiador', key })

/** Draws by product and day, and pending entries: all that entering a file may change. */
async function written(): Promise<{ draws: string[]; entries: number; audit: number }> {
  const draws = await bench.world.db.rows<{ name: string }>(sql`
    SELECT p.code || ' ' || to_char(d.scheduled_at AT TIME ZONE 'America/Caracas', 'YYYY-MM-DD HH24:MI') AS name
    FROM draws d JOIN products p ON p.id = d.product_id ORDER BY 1`)
  const counts = await bench.world.db.one<{ entries: number; audit: number }>(
    sql`SELECT (SELECT count(*)::int FROM result_entries) AS entries, (SELECT count(*)::int FROM audit_log) AS audit`,
  )
  return { draws: draws.map((row) => row.name), ...counts! }
}

describe('what a line says', () => {
  it('is a sentence that somebody can act on', async () => {
    const earliest = addDays(bench.world.today, -mostDaysBack)
    expect(
      await notes([
        lotto('', '5'),
        lotto('mediodía', '5'),
        lotto('09:00', '5', { day: '' }),
        lotto('09:00', '5', { day: '31/02/2026' }),
        lotto('09:00', '5', { product: '' }),
        lotto('09:00', '5', { product: 'x'.repeat(500) }),
        lotto('09:00', '5', { product: 12 }),
        lotto('09:10', '5'),
        lotto('09:00', '5', { day: addDays(earliest, -1) }),
        lotto('09:00', '5', { day: addDays(bench.world.today, 40) }),
        lotto('10:00', ''),
        lotto('11:00', '77'),
        { product: 'Triple Zulia', day, time: '12:45', number: '123' },
        { product: 'Triple Zulia', day, time: '16:45', number: '123', place: 'Z' },
      ]),
    ).toEqual([
      [
        'revisar',
        `La fila no dice la hora, y Lotto Activo tiene 12 sorteos el ${formatDay(day)}: ` +
          `${Array.from({ length: 12 }, (_, n) => `${String(n + 8).padStart(2, '0')}:00`).join(', ')}.`,
      ],
      ['revisar', 'No se entiende la hora «mediodía»: escríbala como 13:05 o 1:05 pm.'],
      ['revisar', 'La fila no dice la fecha.'],
      ['revisar', 'No se entiende la fecha «31/02/2026»: escríbala como 20/11/2026.'],
      ['sin_producto', 'La fila no dice el producto.'],
      ['sin_producto', `No hay un producto llamado «${'x'.repeat(40)}…».`],
      ['sin_producto', 'No hay un producto llamado «12».'],
      [
        'sin_sorteo',
        `Lotto Activo no tiene sorteo el ${formatDay(day)} a las 09:10: revise la hora, o el horario del producto.`,
      ],
      ['antiguo', `Es anterior al ${formatDay(earliest)}: se anotan resultados de hasta 800 días atrás.`],
      ['abierto', 'Ese día aún no llega: revise la fecha.'],
      ['revisar', 'Falta el número.'],
      ['revisar', '«77» no es un símbolo del producto.'],
      ['revisar', 'La fila no dice de cuál número es: Triple A, Triple B, Triple C.'],
      ['revisar', '«Z» no es una parte del resultado de Triple Zulia: Triple A, Triple B, Triple C.'],
    ])
  })

  it('is taken once where it is repeated, and named where it contradicts another', async () => {
    expect(
      (
        await check([
          lotto('09:00', '5'),
          lotto('9:00 am', '05 León'),
          lotto('10:00', '5'),
          lotto('10:00', '6'),
          lotto('11:00', '7'),
          // By the banca's clock and by the product's it is one draw.
          { product: 'Panama Dominical', day, time: '15:00', place: '1', number: '0045' },
          { product: 'Panama Dominical', day, time: '16:00', place: '2', number: '1200' },
        ])
      ).map((one) => [one.rows, one.state, one.text, one.note]),
    ).toEqual([
      [[0, 1], 'lista', '5', 'Viene repetido, siempre igual: se anota una vez.'],
      [[2, 3], 'revisar', '5', 'Sus filas se contradicen: 5 y 6.'],
      [[4], 'lista', '7', ''],
      ...((await isSunday())
        ? [[[5, 6], 'incompleto', '1 0045 · 2 1200', 'Falta 3.º premio.']]
        : [
            [[5], 'sin_sorteo', '1 0045', expect.any(String)],
            [[6], 'sin_sorteo', '2 1200', expect.any(String)],
          ]),
    ])
  })
  const isSunday = async () => new Date(`${day}T00:00:00Z`).getUTCDay() === 0

  it('is found by either clock, and two clocks of one draw are one', async () => {
    day = addDays(day, -new Date(`${day}T00:00:00Z`).getUTCDay())
    const prize = (time: string, place: string, number: string): Row => ({
      product: 'Panama Dominical',
      day,
      time,
      place,
      number,
    })
    const rows = [prize('15:00', '1er premio', '0045'), prize('4:00 pm', '2', '1200'), prize('16:00', '3', '9999')]
    expect(await check(rows)).toMatchObject([{ rows: [0, 1, 2], state: 'lista', text: '1 0045 · 2 1200 · 3 9999' }])
    expect(await check([...rows, prize('15:00', '3', '9998')])).toMatchObject([
      { rows: [0, 1, 2, 3], state: 'revisar', note: 'Sus filas se contradicen: 3.º premio 9998 y 9999.' },
    ])
    const instants = rows.map((row) => ({ ...row, day: `${day}T20:00:00Z`, time: '' }))
    expect(await check(instants)).toMatchObject([{ state: 'lista', scheduled_at: `${day}T20:00:00.000Z` }])
  })

  it('has its day read as the file orders it', async () => {
    const [, month, date] = addDays(bench.world.today, -20).split('-') as [string, string, string]
    const asked = { ...lotto('09:00', '5'), day: `${month}/${date}/${addDays(bench.world.today, -20).slice(0, 4)}` }
    const [first] = await check([asked], { day_order: 'mdy' })
    expect(first!.scheduled_at?.slice(0, 10)).toBe(addDays(bench.world.today, -20))
  })
})

describe('a line without its hour', () => {
  const prize = (place: string, number: string, time = ''): Row => ({
    product: 'Panama Dominical',
    day,
    time,
    place,
    number,
  })
  const onSunday = () => {
    day = addDays(day, -new Date(`${day}T00:00:00Z`).getUTCDay())
  }

  it('has that of the one draw of its product on its day, and joins the lines that say it', async () => {
    onSunday()
    const rows = [prize('1', '0045'), prize('2', '1200', '15:00'), prize('3', '9999')]
    expect(await check(rows)).toMatchObject([
      { rows: [0, 1, 2], state: 'lista', text: '1 0045 · 2 1200 · 3 9999', scheduled_at: `${day}T20:00:00.000Z` },
    ])
    expect((await enter(rows)).status).toBe(200)
    expect(await check(rows)).toMatchObject([{ rows: [0, 1, 2], state: 'lista', hours: [] }])
  })

  it('is of no draw where its product has none that day', async () => {
    onSunday()
    day = addDays(day, 1)
    expect(await check([prize('1', '0045')])).toMatchObject([{ draw_id: null, scheduled_at: null, hours: [] }])
    expect((await check([prize('1', '0045')]))[0]!.state).not.toBe('lista')
  })

  it('waits with the hours it may be of, and is ready once one is said; many hours are no choice', async () => {
    const triple = (time: string): Row => ({ product: 'Triple Zulia', day, time, number: '123', place: 'A' })
    const [waiting] = await check([triple('')])
    expect(waiting).toMatchObject({ state: 'revisar', scheduled_at: null })
    expect(waiting!.hours.length).toBe(3)
    for (const hour of waiting!.hours)
      expect(await check([triple(hour)])).toMatchObject([{ scheduled_at: expect.stringContaining('T'), hours: [] }])
    expect(await check([lotto('', '5')])).toMatchObject([{ state: 'revisar', hours: [] }])
  })
})

describe('the order of the days of a file', () => {
  it('is told by one day over twelve for all of them, whatever was said; where two contradict each other, each asks', async () => {
    const [year, month] = addDays(bench.world.today, -60).split('-') as [string, string]
    const on = (written: string): Row => ({ ...lotto('09:00', '5'), day: written })
    const days = async (written: string[], more?: object) =>
      (await check(written.map(on), more)).map(({ scheduled_at, state }) => [scheduled_at?.slice(0, 10) ?? null, state])
    const told = `${month}/28/${year}`
    expect(await days([`${month}/02/${year}`, told])).toEqual([
      [`${year}-${month}-02`, 'lista'],
      [`${year}-${month}-28`, 'lista'],
    ])
    expect(await days([`${month}/02/${year}`, told], { day_order: 'dmy' })).toEqual([
      [`${year}-${month}-02`, 'lista'],
      [`${year}-${month}-28`, 'lista'],
    ])
    const both = await days([told, `28/${month}/${year}`, `${month}/02/${year}`])
    expect(both.map(([, state]) => state)).toContain('revisar')
  })
})

describe('whole or not at all', () => {
  it('a line that nobody agreed to leave out refuses the file, and is named', async () => {
    const rows = [lotto('09:00', '5'), lotto('10:00', '6'), lotto('11:00', 0), lotto('12:00', '99')]
    const before = await written()
    for (const leave_out of [0, 1, 3]) {
      const reply = await enter(rows, leave_out)
      expect([reply.status, reply.problem.code]).toEqual([409, 'result_file_changed'])
      expect(reply.problem.errors).toMatchObject([
        { path: 'rows.2', message: 'El archivo lo guardó como número: puede ser 0 o 00.' },
        { path: 'rows.3', message: '«99» no es un símbolo del producto.' },
      ])
    }
    expect(await written()).toEqual(before)
    const reply = await enter(rows, 2)
    expect([reply.body.entered, reply.body.entries.map((one) => one.row)]).toEqual([2, [0, 1]])
    const after = await written()
    expect(after.entries).toBe(before.entries + 2)
    // What it was told to leave out stands in the log, and each entry with its draw.
    const log = await bench.world.db.rows<{ after: object }>(
      sql`SELECT after FROM audit_log WHERE action = 'manageDraws.enterFile' ORDER BY id DESC LIMIT 3`,
    )
    expect(log.map((one) => one.after)).toMatchObject([
      { step: 'file', numbers: [{ number: '6' }] },
      { step: 'file', numbers: [{ number: '5' }] },
      { step: 'file', rows: 4, entered: 2, left_out: 2 },
    ])
  })

  it('makes the draws of its lines and no other draw of anything', async () => {
    const before = await written()
    const rows = [lotto('09:00', '5'), lotto('10:00', '5', { day: addDays(day, 1) }), lotto('11:00', 0)]
    expect((await enter(rows, 1)).status).toBe(200)
    const { draws } = await written()
    expect(draws.filter((name) => !before.draws.includes(name))).toEqual([
      `LOTTO_ACTIVO ${day} 09:00`,
      `LOTTO_ACTIVO ${addDays(day, 1)} 10:00`,
    ])
  })

  it('pressed twice it is entered once, with the first answer', async () => {
    const key = randomUUID()
    const rows = [lotto('09:00', '5'), lotto('10:00', '6')]
    const before = await written()
    const replies = await Promise.all([1, 2, 3].map(() => enter(rows, 0, key)))
    expect(new Set(replies.map((reply) => reply.raw.toString())).size).toBe(1)
    expect(replies[0]!.body.entered).toBe(2)
    const other = await enter([rows[0]!], 0, key)
    expect([other.status, other.problem.code]).toEqual([409, 'idempotency_mismatch'])
    expect((await written()).entries).toBe(before.entries + 2)
  })

  it('two people with files that overlap: one of each draw, and whoever comes second looks again', async () => {
    const rows = ['09:00', '10:00', '11:00', '12:00', '13:00'].map((time) => lotto(time, '5'))
    const others = ['12:00', '13:00', '14:00'].map((time) => lotto(time, '6'))
    const before = await written()
    const [first, second] = await Promise.all([
      enter(rows),
      bench.app.call(manageDraws.enterFile, body(others, { leave_out: 0 }), { as: 'banca' }),
    ])
    const done = [first, second].filter((reply) => reply.status === 200)
    expect(done).toHaveLength(1)
    expect([first, second].map((reply) => reply.problem.code)).toContain('result_file_changed')
    expect((await written()).entries).toBe(before.entries + done[0]!.body.entered)
  })

  it('a connection that dies in the middle leaves nothing, and the same key enters it all', async () => {
    const rows = ['09:00', '10:00', '11:00'].map((time) => lotto(time, '5'))
    const before = await written()
    const key = randomUUID()
    let reply: Promise<Awaited<ReturnType<typeof enter>>> | undefined
    await bench.world
      .run(async (tx) => {
        // Entries and draws are written when the log waits for this lock.
        await tx.run(sql`LOCK TABLE audit_log IN ACCESS EXCLUSIVE MODE`)
        reply = enter(rows, 0, key)
        const waiting = sql`
          SELECT pid
          FROM pg_stat_activity
          WHERE wait_event_type = 'Lock' AND query LIKE '%INSERT INTO audit_log%' AND datname = current_database()`
        let found: { pid: number } | undefined
        while (!found) found = await bench.world.db.one<{ pid: number }>(waiting)
        await tx.run(sql`SELECT pg_terminate_backend(${found.pid})`)
        await reply
        throw new Error('undone')
      })
      .catch((error: Error) => {
        if (error.message !== 'undone') throw error
      })
    expect((await reply!).status).toBeGreaterThanOrEqual(500)
    expect(await written()).toEqual(before)
    expect((await enter(rows, 0, key)).body.entered).toBe(3)
  })
})

describe('any order, any repetition', () => {
  it('of the same lines enters the same', async () => {
    const lines: Row[] = [
      lotto('09:00', '5'),
      lotto('9:00 am', 'León'),
      lotto('10:00', 0),
      lotto('11:00', '6'),
      lotto('11:00', '7'),
      lotto('12:00', '00'),
      lotto('x', '5'),
      { product: 'Triple Zulia', day, time: '12:45', place: 'A', number: '007' },
      { product: 'Triple Zulia', day, time: '12:45', place: 'B', number: '123' },
      { product: 'Triple Zulia', day, time: '12:45', place: 'C', number: '456 LEO' },
      { product: 'Triple Zulia', day, time: '16:45', place: 'A', number: '007' },
    ]
    const full = lines.map((line) => ({ place: '', sign: '', number: '', ...line })) as never[]
    /** What a file would enter; nothing of it stays. */
    const entries = async (rows: never[]): Promise<string[]> => {
      let seen: string[] = []
      const undone = bench.world.run(async (tx) => {
        const clock = { now: new Date(), today: bench.world.today }
        const asking = { id: bench.world.user['premiador']! }
        const asked = { rows, day_order: 'dmy' as const }
        const bad =
          new Set(rows.filter((row: Row) => row.time === 'x')).size === 0
            ? 0
            : rows.filter((row: Row) => row.time === 'x').length
        await enterFile(tx, asking, { ...asked, leave_out: 3 + bad }, clock)
        seen = (
          await tx.rows<{ text: string }>(sql`
            SELECT d.product_id || ' ' || d.scheduled_at || ' ' || e.numbers AS text
            FROM result_entries e
            JOIN draws d ON d.id = e.draw_id
            WHERE e.entered_at = ${clock.now.toISOString()}
            ORDER BY 1`)
        ).map((one) => one.text)
        throw new Error('only tried')
      })
      await undone.catch((error: Error) => {
        if (error.message !== 'only tried') throw error
      })
      return seen
    }
    const expected = await entries(full)
    expect(expected).toHaveLength(3)
    await fc.assert(
      fc.asyncProperty(
        fc.shuffledSubarray(full, { minLength: full.length }),
        fc.array(fc.constantFrom(...full), { maxLength: 8 }),
        async (shuffled, again) => {
          expect(await entries([...shuffled, ...again])).toEqual(expected)
        },
      ),
      { numRuns: 25 },
    )
  })
})

describe('a large file', () => {
  it('of as many lines as one may have goes in at once', async () => {
    const hours = Array.from({ length: 12 }, (_, at) => `${String(at + 8).padStart(2, '0')}:00`)
    const days = Array.from({ length: 560 }, (_, at) => addDays(bench.world.today, -200 - at))
    const products = ['Lotto Activo', 'La Granjita', 'Guácharo Activo']
    const rows = days
      .flatMap((of) => hours.flatMap((time) => products.map((product) => ({ product, day: of, time, number: '5' }))))
      .slice(0, mostFileRows)
    expect(rows).toHaveLength(mostFileRows)
    expect(JSON.stringify(rows).length).toBeLessThan(largestResultFile)
    const checked = await check(rows)
    const ready = checked.filter((one) => one.state === 'lista').length
    const before = await written()
    const reply = await enter(rows, checked.filter((one) => one.state !== 'lista' && one.state !== 'igual').length)
    expect([reply.status, reply.body.entered]).toEqual([200, ready])
    expect(ready).toBeGreaterThan(19_000)
    const after = await written()
    expect([after.entries - before.entries, after.draws.length - before.draws.length]).toEqual([ready, ready])
    const one_more = await bench.app.call(manageDraws.checkFile, body([...rows, rows[0]!]), { as: 'premiador' })
    expect([one_more.problem.code, one_more.problem.errors?.[0]?.message]).toEqual([
      'invalid',
      'El archivo supera 20.000 números: divídalo en partes',
    ])
  })

  it('is not even read from whoever may not call, nor past the limit from whoever may', async () => {
    const rows = [lotto('09:00', 'x'.repeat(1_000_000))]
    const stranger = await bench.app.call(manageDraws.enterFile, body(rows))
    expect([stranger.status, stranger.problem.code]).toEqual([401, 'unauthenticated'])
    const seller = await bench.app.call(manageDraws.enterFile, body(rows), { as: 'taquilla' })
    expect([seller.status, seller.problem.code]).toEqual([403, 'forbidden'])
    expect((await check(rows))[0]).toMatchObject({
      state: 'revisar',
      note: `«${'x'.repeat(40)}…» no es un símbolo del producto.`,
    })
    const huge = [lotto('09:00', 'x'.repeat(largestResultFile))]
    const reply = await bench.app.call(manageDraws.checkFile, body(huge), { as: 'premiador' })
    expect([reply.status, reply.problem.code]).toEqual([413, 'too_large'])
    const elsewhere = await bench.app.call(
      manageDraws.saveResult,
      { body: { step: 'enter', draw_id: 1, numbers: [{ place: '', number: 'x'.repeat(600_000), sign: null }] } },
      { as: 'premiador' },
    )
    expect([elsewhere.status, elsewhere.problem.code]).toEqual([413, 'too_large'])
  })
})
