/** Other systems' sales: read, named, reviewed and posted once. After each test the books are right (`openCounter`). */
import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { externalSales } from '../../contract/external-sales.ts'
import { auditLog } from '../../contract/audit-log.ts'
import { subtract } from '../../contract/values/money.ts'
import { agencyNames, csv, header, openExternalSales } from './external-sales-setup.ts'
import { line } from './sale-setup.ts'

const { addSystem, at, codeOf, counter, load, name, own, post, row, rowsOf, show, upload, written } =
  openExternalSales()

/** What the accounts of an agency hold of other systems, by SQL that knows nothing of loads. Credits are negative. */
async function books(agency_id: number): Promise<Record<string, string>> {
  const rows = await counter.world.db.rows<{ kind: string; amount: string }>(sql`
    SELECT concat_ws(' ', a.kind, a.currency) AS kind, sum(p.amount)::text AS amount
    FROM ledger_postings p
    JOIN ledger_accounts a ON a.id = p.account_id
    WHERE a.partner_id = ${agency_id} AND a.kind IN ('ventas_externas', 'premios_externos', 'comision_externa', 'externo')
    GROUP BY 1 HAVING sum(p.amount) <> 0`)
  return Object.fromEntries(rows.map(({ kind, amount }) => [kind, amount]))
}

describe('names that wait', () => {
  const pending = async (query: object) => {
    const { body } = await counter.app.call(externalSales.pending, { query }, { as: 'supervisor' })
    return body.data.map((one) => [one.kind, one.name, one.loads, one.rows, one.suggested_name])
  }

  it('stand once over all loads of their system, and are known in each of them once assigned', async () => {
    const { partner } = counter.world
    const [system_id, other] = [await addSystem(), await addSystem()]
    const gordo = { agency: 'El Gordo', product: 'Animalitos' }
    const first = await load(system_id, csv(header, row('10', gordo), row('20', { ...gordo, back: 1 })))
    const second = await load(
      system_id,
      csv(
        header,
        row('30', { ...gordo, agency: 'EL  GORDO' }),
        row('40', { agency: 'Agencia 1', product: 'Animalitos' }),
      ),
    )
    const discarded = await load(system_id, csv(header, row('50', { agency: 'Nadie' })))
    await counter.app.call(externalSales.discard, { params: { id: discarded.id } }, { as: 'banca' })
    await load(other, csv(header, row('60', gordo)))

    expect(await pending({ system_id })).toEqual([
      ['product', 'Animalitos', 2, 4, null],
      ['agency', expect.stringMatching(/^el +gordo$/i), 2, 3, null],
      ['agency', 'Agencia 1', 1, 1, null],
    ])
    expect(await pending({ system_id, kind: 'agency', sort: 'name', q: 'gordo' })).toHaveLength(1)
    await name({ system_id, kind: 'agency', name: 'El Gordo', agency_id: partner.agencia1 })
    expect((await pending({ system_id })).map(([, one]) => one)).toEqual(['Animalitos', 'Agencia 1'])
    await name({ system_id, kind: 'product', name: 'Animalitos', product_id: counter.world.product('LOTTO_ACTIVO') })
    expect([(await show(first.id)).standings.lista, (await show(second.id)).standings.lista]).toEqual([2, 1])
    // Another system's dictionary is another's.
    expect((await pending({ system_id: other })).map(([, one]) => one).sort()).toEqual(['Animalitos', 'El Gordo'])
  })
})

describe('a file', () => {
  it('waits with its unknown names, is named, reviewed and posted to the accounts', async () => {
    const { partner } = counter.world
    const system_id = await addSystem()
    const first = await load(
      system_id,
      csv(
        header,
        row('1.234,56', { agency: 'La Uno', product: 'Animalitos', prizes: '200', commission: '123,45' }),
        row('1.000', { agency: 'LA  UNO', product: 'Animalitos', prizes: '-', commission: '' }),
        row('50,5', { agency: 'La Dos', product: 'La Granja' }),
        ['Total', '', '', '2.285,06', '200', '123,45'],
      ),
    )
    expect(first.standings).toEqual({ lista: 0, pendiente: 3, falla: 0, moneda: 0, cerrada: 0, ajena: 0, ignorada: 1 })
    expect(first.pending_names.map((one) => [one.kind, one.name, one.rows, one.suggested_name])).toEqual([
      ['agency', 'La Uno', 2, null],
      ['product', 'Animalitos', 2, null],
      ['agency', 'La Dos', 1, null],
      ['product', 'La Granja', 1, null],
    ])
    expect(codeOf(await post(first.id))).toBe('external_pending')
    await name({ system_id, kind: 'agency', name: 'La Uno', agency_id: partner.agencia1 })
    await name({ system_id, kind: 'agency', name: 'La Dos', agency_id: partner.agencia2 })
    const { product } = counter.world
    await name({ system_id, kind: 'product', name: 'Animalitos', product_id: product('LOTTO_ACTIVO') })
    await name({ system_id, kind: 'product', name: 'La Granja', product_id: product('LA_GRANJITA') })
    const ready = await show(first.id)
    expect(ready.standings).toMatchObject({ lista: 3, pendiente: 0 })
    expect(ready.sums).toEqual([
      { currency: 'BS', entries: 2, sold: '2285.06', prizes: '200.00', commission: '123.45', net: '1961.61' },
    ])
    const posted = await post(first.id)
    expect([posted.status, posted.body.state, posted.body.sums]).toEqual([200, 'publicada', ready.sums])
    expect(await books(partner.agencia1)).toEqual({
      'ventas_externas BS': '-2234.56',
      'premios_externos BS': '200.00',
      'comision_externa BS': '123.45',
      'externo BS': '1911.11',
    })
    expect(await books(partner.agencia2)).toEqual({ 'ventas_externas BS': '-50.50', 'externo BS': '50.50' })
    const log = await counter.app.call(
      auditLog.list,
      { query: { from: at(), to: at(), action: 'externalSales.post' } },
      { as: 'banca' },
    )
    expect(log.body.data[0]).toMatchObject({ entity_id: String(first.id), significant: true })
  })

  it('loses no row: every line is ready, waits, or says why not, posted or set aside', async () => {
    const system_id = await addSystem()
    const lines = [
      row('10', { agency: 'Nadie' }),
      row('diez'),
      row('5', { agency: '' }),
      row('7', { back: -2 }),
      ['Total', '', '', '22', '', ''],
    ]
    const { id, rows } = await load(system_id, csv(header, ...lines))
    expect(rows).toBe(lines.length)
    const told = (await rowsOf(id)).map(({ n, standing, note }) => [n, standing, note])
    expect(told).toEqual([
      [2, 'pendiente', ''],
      [3, 'falla', 'Ventas: «diez» no es un monto como 1.234,56'],
      [4, 'falla', 'Falta la agencia'],
      [5, 'falla', `El ${written(-2)} aún no llega`],
      [6, 'ignorada', 'Fila de totales'],
    ])
    expect(codeOf(await counter.app.call(externalSales.discard, { params: { id } }, { as: 'banca' }))).toBe(200)
    expect((await rowsOf(id)).map(({ n, standing, note }) => [n, standing, note])).toEqual(told)
  })

  it('posts no amount that was put together, and none of another currency', async () => {
    const system_id = await own()
    const { partner } = counter.world
    const before = await books(partner.agencia2)
    const at2 = (sold: string, back: number, more: object = {}) => row(sold, { agency: 'Agencia Dos', back, ...more })
    const lines = [
      at2('Bs 1.234', 1),
      ...['10 50', '1 5', '0.500', '12.50', 'USD 1.234,50', '$ 12,50', 'COP 1.500', '$5 $10'].map((sold, n) =>
        at2(sold, 2 + n),
      ),
      at2('1', 20, { prizes: '5 USD' }),
    ]
    const { id } = await load(system_id, csv(header, ...lines))
    expect((await rowsOf(id)).map(({ standing, sold, note }) => [standing, sold, note])).toEqual([
      ['lista', '1234.00', ''],
      ...['10 50', '1 5', '0.500', '12.50'].map((text) => [
        'falla',
        null,
        `Ventas: «${text}» no es un monto como 1.234,56`,
      ]),
      ['falla', null, 'Ventas: «USD 1.234,50» está en dólares y aquí va en bolívares'],
      ['falla', null, 'Ventas: «$ 12,50» está en dólares o pesos colombianos y aquí va en bolívares'],
      ['falla', null, 'Ventas: «COP 1.500» está en pesos colombianos y aquí va en bolívares'],
      ['falla', null, 'Ventas: «$5 $10» no es un monto como 1.234,56'],
      ['falla', '1.00', 'Premios: «5 USD» está en dólares y aquí va en bolívares'],
    ])
    const reply = await post(id, { without_faults: 9 })
    expect([codeOf(reply), (await books(partner.agencia2))['ventas_externas BS']]).toEqual([
      200,
      subtract(before['ventas_externas BS'] ?? '0', '1234.00'),
    ])
  })

  it('says the currency that its column says, or is a fault', async () => {
    const system_id = await own({ currency: null })
    const columns = header.toSpliced(3, 0, 'Moneda')
    const of = (currency: string, sold: string) => row(sold).toSpliced(3, 0, currency)
    const lines = [of('USD', '$ 5'), of('COP', '$ 5'), of('Bs', 'USD 5'), of('USD', 'COP $ 5'), of('USD', '5 USD')]
    const { id } = await load(system_id, csv(columns, ...lines))
    expect((await rowsOf(id)).map(({ currency, sold, note }) => [currency, sold, note])).toEqual([
      ['USD', '5.00', ''],
      ['COP', '5.00', expect.any(String)],
      ['BS', null, 'Ventas: «USD 5» está en dólares y aquí va en bolívares'],
      ['USD', null, 'Ventas: «COP $ 5» está en pesos colombianos y aquí va en dólares'],
      ['USD', '5.00', ''],
    ])
  })

  it('is the same load when it comes twice, as long as it waits or stands', async () => {
    const system_id = await own()
    const bytes = csv(header, row('10', { back: 1 }))
    const first = await load(system_id, bytes)
    const again = await load(system_id, bytes, { name: 'otro-nombre.csv', as: 'supervisor' })
    expect([again.id, again.repeated, again.filename]).toEqual([first.id, true, first.filename])
    expect(codeOf(await post(first.id))).toBe(200)
    expect(await load(system_id, bytes)).toMatchObject({ id: first.id, repeated: true, state: 'publicada' })
    // Two at the same moment are one too.
    const twin = csv(header, row('11', { back: 2 }))
    const together = await Promise.all(Array.from({ length: 6 }, () => load(system_id, twin)))
    expect(new Set(together.map(({ id }) => id)).size).toBe(1)
    // Set aside, it may come again.
    const { id } = together[0]!
    await counter.app.call(externalSales.discard, { params: { id } }, { as: 'banca' })
    expect((await load(system_id, twin)).id).not.toBe(id)
  })

  it('without days or products takes those that are said', async () => {
    const product_id = counter.world.product('LOTTO_ACTIVO')
    const system_id = await own({ product_id })
    const bytes = csv(['Agencia', 'Ventas'], ['Agencia Uno', '10'], ['Agencia Dos', '20'])
    expect((await load(system_id, bytes)).missing).toEqual(['day'])
    const { id, missing, standings } = await load(system_id, bytes, { day: at(3) })
    expect([missing, standings.lista]).toEqual([[], 2])
    expect((await rowsOf(id)).map(({ day, product_name }) => [day, product_name])).toEqual([
      [at(3), 'Lotto Activo'],
      [at(3), 'Lotto Activo'],
    ])
    expect(codeOf(await upload(system_id, bytes, { day: at(-1) }))).toBe('invalid')
  })
})

describe('posting', () => {
  it('happens once however many press at once, on many connections', async () => {
    const system_id = await own()
    const { id } = await load(system_id, csv(header, row('100', { agency: 'Agencia Tres' })))
    const before = await books(counter.world.partner.agencia2)
    const replies = await Promise.all(
      Array.from({ length: 12 }, (_none, n) => post(id, {}, { as: n % 2 ? 'supervisor' : 'banca' })),
    )
    expect(replies.map(codeOf).sort()).toEqual([200, ...Array.from({ length: 11 }, () => 'external_decided')])
    const after = await books(counter.world.partner.agencia2)
    expect(Number(before['ventas_externas BS']) - Number(after['ventas_externas BS'])).toBe(100)
  })

  it('answers the same when the same press is sent again', async () => {
    const system_id = await own()
    const { id, review } = await load(system_id, csv(header, row('1')))
    const ask = () =>
      counter.app.call(
        externalSales.post,
        { body: { load_id: id, review } },
        { as: 'banca', key: `clave-repetida-${id}` },
      )
    const [first, second] = [await ask(), await ask()]
    expect([first.status, second.status, second.body]).toEqual([200, 200, first.body])
  })

  it('of two loads of the same keys lets one through', async () => {
    const system_id = await own()
    const [one, other] = [await load(system_id, csv(header, row('10'))), await load(system_id, csv(header, row('20')))]
    const replies = await Promise.all([one, other].map(({ id }) => post(id)))
    const codes = replies.map(codeOf)
    expect(codes).toContain(200)
    expect(codes.filter((code) => code === 'external_changed' || code === 'external_posted')).toHaveLength(1)
    const standing = await counter.world.db.rows(
      sql`SELECT 1 FROM external_entries WHERE system_id = ${system_id} AND replaced_by IS NULL`,
    )
    expect(standing).toHaveLength(1)
  })

  it('takes the place of what stands only when told, and reverses it in the accounts', async () => {
    const { partner, db } = counter.world
    const system_id = await own()
    const first = await load(system_id, csv(header, row('100', { back: 4, prizes: '40' }), row('50', { back: 5 })))
    await post(first.id)
    const before = await books(partner.agencia1)
    const second = await load(system_id, csv(header, row('130', { back: 4, prizes: '30' })))
    expect(second.replaces).toEqual([
      {
        currency: 'BS',
        entries: 1,
        sold: '100.00',
        prizes: '40.00',
        commission: '0.00',
        net: '60.00',
        load_ids: [first.id],
      },
    ])
    expect(codeOf(await post(second.id))).toBe('external_posted')
    expect(codeOf(await post(second.id, { replace: true }))).toBe(200)
    const change = async (kind: string) => subtract((await books(partner.agencia1))[kind]!, before[kind]!)
    expect([
      await change('ventas_externas BS'),
      await change('premios_externos BS'),
      await change('externo BS'),
    ]).toEqual(['-30.00', '-10.00', '40.00'])
    // A part of the first stands still.
    expect(await show(first.id)).toMatchObject({ state: 'publicada', sums: [{ entries: 1, sold: '50.00' }] })
    const third = await load(system_id, csv(header, row('1', { back: 4 }), row('2', { back: 5 })))
    expect(codeOf(await post(third.id, { replace: true }))).toBe(200)
    expect([(await show(first.id)).state, (await show(second.id)).state]).toEqual(['reemplazada', 'reemplazada'])
    // Nothing was edited: of the agency's days every entry is there, and each adds up to zero.
    const kept = await db.one<{ entries: number; reversed: number }>(sql`
      SELECT count(*)::int AS entries, (count(*) FILTER (WHERE memo LIKE '%reversa%'))::int AS reversed FROM ledger_entries
      WHERE kind = 'externa' AND ref_kind = 'external_load' AND ref_id IN (${first.id}, ${second.id}, ${third.id})`)
    expect(kept).toEqual({ entries: 8, reversed: 3 })
  })

  it('posts what was reviewed, or nothing', async () => {
    const { partner } = counter.world
    const system_id = await own()
    const { id, review } = await load(system_id, csv(header, row('10', { back: 6 }), row('x', { back: 6 })))
    await name({ system_id, kind: 'agency', name: 'Agencia Uno', agency_id: partner.agencia2 })
    const ask = (said: object) =>
      counter.app.call(externalSales.post, { body: { load_id: id, review, ...said } }, { as: 'banca' })
    expect(codeOf(await ask({}))).toBe('external_faults')
    expect(codeOf(await ask({ without_faults: 1 }))).toBe('external_changed')
    expect(codeOf(await post(id, { without_faults: 1 }))).toBe(200)
    expect(codeOf(await post(id, { without_faults: 1 }))).toBe('external_decided')
    // What was posted keeps its agency, whatever its name means later.
    await name({ system_id, kind: 'agency', name: 'Agencia Uno', agency_id: partner.agencia1 })
    expect((await rowsOf(id, { standing: 'lista' })).map(({ agency_name }) => agency_name)).toEqual(['Agencia Dos'])
    const onlyFaults = await load(system_id, csv(header, row('x')))
    expect(codeOf(await post(onlyFaults.id, { without_faults: 1 }))).toBe('external_nothing')
    expect(codeOf(await ask({ load_id: 2_000_000_000 }))).toBe('not_found')
  })

  it('is refused for a currency that the agency does not work with', async () => {
    const { db, partner } = counter.world
    const system_id = await own({ currency: null })
    const { id } = await load(system_id, csv([...header, 'Moneda'], [...row('10'), 'Dólares'], [...row('20'), 'Bs.']))
    await db.run(sql`UPDATE partners SET currencies = '{BS}' WHERE id = ${partner.agencia1}`)
    expect((await show(id)).standings).toMatchObject({ lista: 1, moneda: 1 })
    expect(codeOf(await post(id))).toBe('currency_not_sold')
    await db.run(sql`UPDATE partners SET currencies = '{BS,USD,COP}' WHERE id = ${partner.agencia1}`)
    const posted = await post(id)
    expect(posted.body.sums.map(({ currency, sold }) => [currency, sold])).toEqual([
      ['BS', '20.00'],
      ['USD', '10.00'],
    ])
  })
})

describe('columns', () => {
  it('that nobody knows are named once for the system, and the file is read again', async () => {
    const system_id = await own()
    const bytes = csv(['Jornada', 'Agencia', 'Producto', 'Colocado'], [written(), 'Agencia Uno', 'Lotto Activo', '10'])
    const { id, missing, columns } = await load(system_id, bytes)
    expect([missing, columns.map(({ field }) => field)]).toEqual([
      ['day', 'sold'],
      [null, 'agency', 'product', null],
    ])
    expect(codeOf(await post(id, { without_faults: 1 }))).toBe('external_columns')
    await name({ system_id, kind: 'column', name: 'Jornada', field: 'day' })
    await name({ system_id, kind: 'column', name: 'Colocado', field: 'sold' })
    expect((await show(id)).stale).toBe(true)
    expect(codeOf(await post(id, { without_faults: 1 }))).toBe('external_stale')
    const again = await counter.app.call(externalSales.reread, { params: { id } }, { as: 'supervisor' })
    expect([again.body.missing, again.body.stale, again.body.standings.lista]).toEqual([[], false, 1])
    expect(codeOf(await post(id))).toBe(200)
    expect(codeOf(await counter.app.call(externalSales.reread, { params: { id } }, { as: 'banca' }))).toBe(
      'external_decided',
    )
    expect(codeOf(await counter.app.call(externalSales.discard, { params: { id } }, { as: 'banca' }))).toBe(
      'external_decided',
    )
    // The next file is known at once. A field that two columns claim is none.
    expect((await load(system_id, csv(['Jornada', 'Agencia', 'Producto', 'Vta', 'Ventas'], row('1')))).missing).toEqual(
      ['sold'],
    )
  })
})

describe('what all systems sold', () => {
  const period = () => ({ from: at(30), to: at() })
  const global = (query: object) =>
    counter.app.call(externalSales.global, { query: { ...period(), per_page: 500, ...query } }, { as: 'banca' })
  let system_id = 0

  beforeAll(async () => {
    const { draw } = counter.world
    await counter.sell([line(await draw('LOTTO_ACTIVO'), '7', '25.00')], 'taquilla', 'USD')
    await counter.world.settle()
    system_id = await own({ currency: 'USD' })
    const { id } = await load(
      system_id,
      csv(header, row('30', { prizes: '5', commission: '3' }), row('45', { agency: 'Agencia Dos' })),
    )
    await post(id)
  })

  it('stands beside the own sales, and is the same by other SQL', async () => {
    const { body } = await global({ currency: 'USD' })
    const found = (name: string, system: string) =>
      body.data.find((one) => one.name === name && one.system_name === system)
    const { body: only } = await global({ system_id })
    expect(only.data.map(({ name, sold, prizes, commission, net }) => [name, sold, prizes, commission, net])).toEqual([
      ['Agencia Dos', '45.00', '0.00', '0.00', '45.00'],
      ['Agencia Uno', '30.00', '5.00', '3.00', '22.00'],
    ])
    const lines = await counter.world.db.one<{ sold: string }>(sql`
      SELECT sum(stake)::text AS sold FROM ticket_lines l JOIN partners o ON o.id = l.office_id
      WHERE o.father_id = ${counter.world.partner.agencia1} AND l.currency = 'USD' AND l.state NOT IN ('anulada', 'devuelta')`)
    expect(found('Agencia Uno', 'Ventas propias')?.sold).toBe(lines?.sold)
    const books = await counter.world.db.one<{ sold: string }>(sql`
      SELECT (sum(l.stake) + (SELECT -sum(p.amount) FROM ledger_postings p JOIN ledger_accounts a ON a.id = p.account_id
        WHERE a.kind = 'ventas_externas' AND a.currency = 'USD'))::text AS sold
      FROM ticket_lines l WHERE l.currency = 'USD' AND l.state NOT IN ('anulada', 'devuelta')`)
    expect(body.totals).toEqual([expect.objectContaining({ currency: 'USD', sold: books?.sold })])
  })

  it('adds up to the same at every level, a currency at a time', async () => {
    const totals = []
    for (const level of ['agencia', 'distribuidor', 'banca'])
      totals.push(
        (await global({ level })).body.totals.map(({ rows: _rows, ...sums }: Record<string, unknown>) => sums),
      )
    expect(totals[0]!.length).toBeGreaterThan(1)
    expect([totals[1], totals[2]]).toEqual([totals[0], totals[0]])
    const shares = (await global({ level: 'banca', currency: 'USD' })).body.data.map(({ share }) => Number(share))
    expect(Math.abs(shares.reduce((sum, one) => sum + one, 0) - 100)).toBeLessThan(0.5)
  })

  it('is narrowed by partner and product, and taken away as a file', async () => {
    const { partner, product } = counter.world
    const narrowed = await global({ system_id, partner_id: partner.sur, product_id: product('LOTTO_ACTIVO') })
    expect(narrowed.body.data.map(({ name }) => name)).toEqual(['Agencia Uno'])
    expect((await global({ system_id, product_id: product('LA_GRANJITA') })).body.data).toEqual([])
    const { raw } = await counter.app.call(
      externalSales.globalExport,
      {
        query: {
          ...period(),
          format: 'csv',
          system_id,
          product_id: product('LOTTO_ACTIVO'),
          partner_id: partner.banca,
        },
      },
      { as: 'banca' },
    )
    expect(raw.toString()).toMatch(/Agencia Uno;AGENCIA1;Sistema \d+;USD;30,00;5,00;3,00;22,00/)
  })
})

describe('systems and names', () => {
  const list = (query: object) =>
    counter.app.call(externalSales.dictionary, { query: { per_page: 500, ...query } }, { as: 'banca' })

  it('a key has its first space as an underscore, only the first, and is found without case and accents', async () => {
    const system_id = await own()
    const { product } = counter.world
    const saved = await name({
      system_id,
      kind: 'product',
      name: '  Lotería  del  Táchira ',
      product_id: product('LOTTO_ACTIVO'),
    })
    expect([saved.status, saved.body.key]).toEqual([200, 'Lotería_del Táchira'])
    const { id } = await load(system_id, csv(header, row('1', { product: 'LOTERIA DEL TACHIRA' })))
    expect((await rowsOf(id))[0]).toMatchObject({ product_name: 'Lotto Activo', standing: 'lista' })
    // The same name again means the new thing; forgotten, it waits.
    const again = await name({
      system_id,
      kind: 'product',
      name: 'loteria del tachira',
      product_id: product('LA_GRANJITA'),
    })
    expect([again.body.id, again.body.target]).toEqual([saved.body.id, 'La Granjita'])
    expect((await list({ system_id, kind: 'product', q: 'tachira' })).body.data.map(({ key }) => key)).toEqual([
      'loteria_del tachira',
    ])
    const forgotten = () => counter.app.call(externalSales.forget, { query: { id: saved.body.id } }, { as: 'banca' })
    expect([codeOf(await forgotten()), codeOf(await forgotten())]).toEqual([200, 'not_found'])
    expect((await show(id)).pending_names.map((one) => one.name)).toEqual(['LOTERIA DEL TACHIRA'])
    const column = await name({ system_id, kind: 'column', name: 'Comisión', field: null })
    expect([(await show(id)).stale, column.body.target]).toEqual([true, 'No se usa'])
    await counter.app.call(externalSales.reread, { params: { id } }, { as: 'banca' })
    expect((await show(id)).columns.at(-1)).toEqual({ name: 'Comisión', field: null })
    await counter.app.call(externalSales.forget, { query: { id: column.body.id } }, { as: 'banca' })
    expect((await show(id)).stale).toBe(true)
  })

  it('only what exists is meant by a name', async () => {
    const { partner } = counter.world
    const system_id = await own()
    const codes = []
    for (const said of [
      { kind: 'agency' as const, agency_id: partner.taquilla1 },
      { kind: 'agency' as const, agency_id: 2_000_000_000 },
      { kind: 'product' as const, product_id: 30_000 },
      { kind: 'product' as const, product_id: 1, system_id: 2_000_000_000 },
    ])
      codes.push(codeOf(await name({ system_id, name: 'Algo', ...said })))
    expect(codes).toEqual(['invalid', 'not_found', 'not_found', 'not_found'])
    expect((await list({ system_id })).body.data.filter(({ kind }) => kind !== 'column')).toHaveLength(agencyNames + 2)
    const { raw } = await counter.app.call(
      externalSales.dictionaryExport,
      { query: { format: 'csv', system_id } },
      { as: 'banca' },
    )
    expect(raw.toString()).toContain('Agencia_Uno')
  })

  it('a system is saved by one of two people, under a name of its own', async () => {
    const id = await addSystem({ name: 'Maxi', header_row: 4 })
    const save = (body: object) =>
      counter.app.call(externalSales.saveConfig, { body: { name: 'Otra Maxi', ...body } }, { as: 'supervisor' })
    expect(codeOf(await save({ name: 'MAXÍ' }))).toBe('name_taken')
    expect(codeOf(await save({ id, version: 1, sheet: 'Ventas' }))).toBe(200)
    expect(codeOf(await save({ id, version: 1 }))).toBe('changed_meanwhile')
    expect(codeOf(await save({ id: 2_000_000_000, version: 1 }))).toBe('not_found')
    expect(codeOf(await save({ id, version: 2, product_id: 30_000 }))).toBe('not_found')
    const { db } = counter.world
    await db.run(sql`UPDATE banca SET currencies = '{BS,USD}'`)
    expect(codeOf(await save({ id, version: 2, currency: 'COP' }))).toBe('currency_not_sold')
    await db.run(sql`UPDATE banca SET currencies = '{BS,USD,COP}'`)
    const { body } = await counter.app.call(externalSales.config, {}, { as: 'banca' })
    expect(body.data.find((one) => one.id === id)).toMatchObject({
      name: 'Otra Maxi',
      sheet: 'Ventas',
      header_row: null,
      version: 2,
    })
  })

  it('a system that is off takes nothing, and one with many files that wait no more of them', async () => {
    const off = await own({ status: 'inactivo' })
    expect(codeOf(await upload(off, csv(header, row('1'))))).toBe('external_inactive')
    const system_id = await own()
    const { id } = await load(system_id, csv(header, row('1')))
    await counter.world.db.run(sql`
      INSERT INTO external_loads (system_id, filename, sha256, bytes, loaded_by)
      SELECT system_id, filename, decode(lpad(to_hex(n), 64, '0'), 'hex'), 1, loaded_by
      FROM external_loads, generate_series(1, 19) n
      WHERE id = ${id}`)
    expect(codeOf(await upload(system_id, csv(header, row('2'))))).toBe('external_too_many')
    expect(codeOf(await upload(2_000_000_000, csv(header, row('2'))))).toBe('not_found')
  })

  it('loads are listed with their state and what waits, and their rows searched and taken away', async () => {
    const system_id = await own()
    const { id } = await load(system_id, csv(header, row('1'), row('2', { agency: 'Nadie' })))
    const list = (query: object) =>
      counter.app.call(externalSales.list, { query: { system_id, ...query } }, { as: 'banca' })
    expect((await list({ state: 'por_revisar', q: 'ventas' })).body.data).toEqual([
      expect.objectContaining({
        id,
        state: 'por_revisar',
        rows: 2,
        pending: 1,
        faults: 0,
        first_day: at(),
        loaded_by: expect.any(String),
      }),
    ])
    expect((await list({ state: 'publicada', from: at(1), to: at() })).body.total).toBe(0)
    expect((await rowsOf(id, { q: 'nadie', standing: 'pendiente' })).map(({ n }) => n)).toEqual([3])
    const files = await Promise.all([
      counter.app.call(externalSales.listExport, { query: { format: 'csv', system_id } }, { as: 'banca' }),
      counter.app.call(externalSales.entriesExport, { query: { format: 'csv', load_id: id } }, { as: 'banca' }),
    ])
    expect(files.map(({ raw }) => /Nadie|ventas\.csv/.test(raw.toString()))).toEqual([true, true])
    const gone = { load_id: 2_000_000_000 }
    expect(codeOf(await counter.app.call(externalSales.entries, { query: gone }, { as: 'banca' }))).toBe('not_found')
    expect(
      codeOf(
        await counter.app.call(externalSales.entriesExport, { query: { ...gone, format: 'csv' } }, { as: 'banca' }),
      ),
    ).toBe('not_found')
  })
})
