/** What a sale remembers of its rules is never older than the sale: whoever changes one, wherever, is heard by the next ticket. */
import { sql, type SQL } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { tickets } from '../../contract/tickets.ts'
import { list, transaction, type Pool, type Tx } from '../../server/platform/db/connect.ts'
import { compile } from '../../server/platform/db/compile.ts'
import { sell } from '../../server/rules/sale/sell.ts'
import { animal, line, openCounter } from './sale-setup.ts'

const counter = openCounter()

async function version(): Promise<string> {
  const row = await counter.world.db.one<{ version: string }>(sql`SELECT version FROM rules_version`)
  return row!.version
}

const sellIn = (tx: Tx, draw_id: number, stake = '1.00') =>
  sell(tx, {
    office_id: counter.world.partner.taquilla1,
    seller_id: counter.world.user['taquilla']!,
    currency: 'BS',
    lines: [line(draw_id, '7', stake)],
    confirm_repeated: true,
    at: new Date(),
    day: counter.world.today,
  })

async function multiplierOf({ day, id }: { day: string; id: string }): Promise<string> {
  const row = await counter.world.db.one<{ multiplier: string }>(
    sql`SELECT multiplier FROM ticket_lines WHERE day = ${day} AND ticket_id = ${id}`,
  )
  return row!.multiplier
}

const setMultiplier = (multiplier: number): SQL => sql`
  INSERT INTO partner_multipliers (partner_id, product_id, bet_type_id, multiplier)
  VALUES (${counter.world.partner.agencia1}, ${counter.world.product('LOTTO_ACTIVO')}, ${animal}, ${multiplier})
  ON CONFLICT (partner_id, product_id, bet_type_id) DO UPDATE SET multiplier = excluded.multiplier`

/** Its plan for any values, as JSON, on servers too that cannot yet be asked for it by that name. */
async function planOf(pool: Pool, text: string): Promise<string> {
  const client = await pool.connect()
  try {
    await client.query(`SET plan_cache_mode = force_generic_plan; PREPARE asked AS ${text}`)
    const { rows } = await client.query<{ n: number }>(
      `SELECT cardinality(parameter_types) AS n FROM pg_prepared_statements WHERE name = 'asked'`,
    )
    const nulls = Array.from({ length: rows[0]!.n }, () => 'NULL').join(', ')
    const found = await client.query(`EXPLAIN (FORMAT JSON) EXECUTE asked${nulls && `(${nulls})`}`)
    return JSON.stringify(found.rows[0])
  } finally {
    await client.query('DEALLOCATE asked; RESET plan_cache_mode')
    client.release()
  }
}

it('replaces the version with every table that what is remembered is read from', async () => {
  const { world } = counter
  const draw_id = await world.draw('LOTTO_ACTIVO')
  const texts: string[] = []
  await world.db.run(sql`UPDATE partners SET name = name`)
  await world.run((tx) =>
    sellIn(
      {
        ...tx,
        prepared: (name, query) => {
          if (['sale-office', 'sale-games', 'sale-terms'].includes(name)) texts.push(compile(query).text)
          return tx.prepared(name, query)
        },
      },
      draw_id,
    ),
  )
  expect(texts).toHaveLength(3)
  const read = new Set<string>()
  for (const text of texts) {
    const plan = await planOf(world.pool, text)
    for (const [, name] of plan.matchAll(/"Relation Name":"(\w+)"/g)) read.add(name!)
  }
  // The version itself; combinations of rates are only ever added.
  for (const name of ['rules_version', 'frozen_rates']) expect(read.delete(name)).toBe(true)
  expect(read.size).toBeGreaterThan(15)
  const deaf = await world.db.rows<{ name: string }>(sql`
    SELECT name FROM unnest(${list([...read])}::text[]) AS t(name)
    WHERE NOT EXISTS (SELECT 1 FROM pg_trigger g WHERE g.tgrelid = name::regclass AND g.tgname = 'touch_rules')`)
  expect(deaf).toEqual([])
})

it('replaces it with the commit of a transaction, and not for one that is undone', async () => {
  const { world } = counter
  const before = await version()
  await world.run(async (tx) => {
    await tx.run(setMultiplier(33))
    await tx.run(setMultiplier(34))
    expect(await version()).toBe(before)
  })
  const after = await version()
  expect(after).not.toBe(before)
  await expect(
    world.run(async (tx) => {
      await tx.run(setMultiplier(35))
      throw new Error('undone')
    }),
  ).rejects.toThrow('undone')
  expect(await version()).toBe(after)
  expect(await world.db.rows(sql`SELECT * FROM rules_touched`)).toEqual([])
})

it('does not replace it where an office is only heard of', async () => {
  const before = await version()
  await counter.world.db.run(sql`UPDATE ticket_offices SET last_seen_at = now()`)
  expect(await version()).toBe(before)
  await counter.world.db.run(sql`UPDATE ticket_offices SET device_id = device_id`)
  expect(await version()).not.toBe(before)
})

it('sells a ticket again whose rules changed before its commit, under those that stand then', async () => {
  const { world } = counter
  const draw_id = await world.draw('LOTTO_ACTIVO')
  await world.db.run(setMultiplier(40))
  let attempts = 0
  const sold = await world.run(async (tx) => {
    const ticket = await sellIn(tx, draw_id)
    attempts += 1
    if (attempts === 1) await world.db.run(setMultiplier(41))
    return ticket
  })
  expect(attempts).toBe(2)
  expect(await multiplierOf(sold)).toBe('41.00')
})

it('sells under a rule of its own transaction, and remembers it for nobody', async () => {
  const { world } = counter
  const draw_id = await world.draw('LOTTO_ACTIVO')
  await world.db.run(setMultiplier(42))
  await world.run((tx) => sellIn(tx, draw_id))
  let inside: { day: string; id: string } | undefined
  await world.run(async (tx) => {
    await tx.run(setMultiplier(43))
    inside = await sellIn(tx, draw_id)
  })
  expect(await multiplierOf(inside!)).toBe('43.00')
  await expect(
    world.run(async (tx) => {
      await tx.run(setMultiplier(44))
      await sellIn(tx, draw_id)
      throw new Error('undone')
    }),
  ).rejects.toThrow('undone')
  expect(await multiplierOf(await world.run((tx) => sellIn(tx, draw_id)))).toBe('43.00')
})

it('finds the combination of rates that a sale undone had frozen', async () => {
  const { world } = counter
  const draw_id = await world.draw('LOTTO_ACTIVO')
  await world.db.run(sql`UPDATE commissions SET commission_percent = 12.3456 WHERE partner_id = ${world.partner.banca}`)
  await expect(
    world.run(async (tx) => {
      await sellIn(tx, draw_id)
      throw new Error('undone')
    }),
  ).rejects.toThrow('undone')
  const [one, other] = [await world.run((tx) => sellIn(tx, draw_id)), await world.run((tx) => sellIn(tx, draw_id))]
  const frozen = await world.db.rows<{ commission_percent: string }>(sql`
    SELECT f.commission_percent FROM ticket_lines l JOIN frozen_rates f ON f.id = l.rate_id WHERE l.ticket_id IN (${one.id}, ${other.id})`)
  expect(frozen.map((row) => row.commission_percent)).toEqual(['12.3456', '12.3456'])
})

it('never sells under a multiplier that had been replaced when the sale began, while it changes all the time', async () => {
  const { world } = counter
  const draw_id = await world.draw('LOTTO_ACTIVO')
  await world.db.run(setMultiplier(50))
  let committed = 50
  let isOver = false
  const changing = (async () => {
    for (let next = 51; next < 131; next++) {
      await world.db.run(setMultiplier(next))
      committed = next
    }
    isOver = true
  })()
  const selling = Array.from({ length: 8 }, async () => {
    while (!isOver) {
      const least = committed
      const sold = await transaction(world.pool, (tx) => sellIn(tx, draw_id))
      expect(Number(await multiplierOf(sold))).toBeGreaterThanOrEqual(least)
    }
  })
  await Promise.all([changing, ...selling])
})

it.each([
  ['closes at another time', sql`closes_at = closes_at - interval '7 minutes'`],
  ['is of another day', sql`day = day + 1`],
])('sells a ticket again whose draw, remembered as open, %s by now', async (_, change) => {
  const { world } = counter
  const draw_id = await world.draw('LOTTO_ACTIVO')
  await world.run((tx) => sellIn(tx, draw_id))
  await world.db.run(sql`UPDATE draws SET ${change} WHERE id = ${draw_id}`)
  const attempts: number[] = []
  const sold = await world.run((tx) => {
    attempts.push(tx.attempt)
    return sellIn(tx, draw_id)
  })
  expect(attempts).toEqual([1, 2])
  const row = await world.db.one<{ as_it_is: boolean }>(sql`
    SELECT t.first_close_at = date_trunc('milliseconds', d.closes_at) AND t.expires_on = d.day + 30 AS as_it_is
    FROM tickets t, draws d WHERE t.day = ${sold.day} AND t.id = ${sold.id} AND d.id = ${draw_id}`)
  expect(row).toEqual({ as_it_is: true })
})

it.each([
  ['closed', sql`closes_at = now() - interval '1 second'`, 'draw_closed'],
  ['suspended', sql`state = 'suspendido'`, 'draw_closed'],
  ['not open yet', sql`opens_at = now() + interval '1 minute'`, 'draw_not_open'],
])('refuses a draw remembered as open that is %s by now', async (_, change, code) => {
  const { world } = counter
  const draw_id = await world.draw('LOTTO_ACTIVO')
  await counter.sell([line(draw_id, '7')])
  await world.db.run(sql`UPDATE draws SET ${change} WHERE id = ${draw_id}`)
  const reply = await counter.ask([line(draw_id, '8')])
  expect(reply.status === 201 ? null : reply.problem.code).toBe(code)
})

it('asks about the same ticket where nobody had to look at its draw', async () => {
  const { world, app } = counter
  const draw_id = await world.draw('LOTTO_ACTIVO')
  const ask = (number: string) =>
    app.call(tickets.sell, { body: { currency: 'BS', lines: [line(draw_id, number)] } }, { as: 'taquilla' })
  const first = await ask('7')
  expect((await ask('8')).status).toBe(201)
  const again = await ask('7')
  expect(again.status === 201 ? null : [again.problem.code, again.problem['serial']]).toEqual([
    'ticket_repeated',
    first.status === 201 ? first.body.serial : '',
  ])
})

it('writes a ticket whose draw it has seen in one piece, without waiting for an answer', async () => {
  const { world } = counter
  const draw_id = await world.draw('LOTTO_ACTIVO')
  await world.run((tx) => sellIn(tx, draw_id))
  await world.run(async (tx) => {
    const waited = (name: string, query: SQL) => {
      // A fresh handful of ids, once in many tickets.
      if (name === 'sale-ids') return tx.prepared<never>(name, query)
      throw new Error(`it waited for ${name}`)
    }
    await sellIn({ ...tx, prepared: waited }, draw_id)
  })
})
