/**
 * Every call of the contract with input as nobody should send it, by users it lets in, over a banca where
 * everything has happened. Whatever comes in, the answer is one of those agreed, nothing of the inside
 * shows, and the books hold (which every test of the counter ends with).
 */
import { crc32, deflateSync } from 'node:zlib'
import fc from 'fast-check'
import type { z } from 'zod'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { agencies } from '../../contract/agencies.ts'
import type { Endpoint } from '../../contract/endpoint.ts'
import { images, largestImage } from '../../contract/images.ts'
import { everyEndpoint } from '../../contract/index.ts'
import { partners } from '../../contract/partners.ts'
import { polla } from '../../contract/polla.ts'
import { products } from '../../contract/products.ts'
import { stripUnknown } from '../../contract/strip-unknown.ts'
import { tickets } from '../../contract/tickets.ts'
import { ticketManagement } from '../../contract/ticket-management.ts'
import { allowedUsers, calls, expectAgreed, known, restore, send, type Sent } from './hostile-banca.ts'
import { fromSchema, hostileText, hostileValue, spoiled, unkept, type Known } from './hostile-input.ts'

/** Fails again as it did: HOSTILE_SEED=… */
const seed = Number(process.env['HOSTILE_SEED'] ?? 20_261_121)
const isLong = process.env['RACE_TRIALS'] !== undefined
/** So many calls, fewer each day, and for how long at most on a busy machine. */
const times = (numRuns: number) => ({
  seed,
  numRuns: isLong ? numRuns * 5 : Math.ceil(numRuns * 0.08),
  interruptAfterTimeLimit: isLong ? 20_000 : 1_500,
  endOnFailure: true,
})

const succeeded = new Map<string, number>()
const nothing: Sent = { params: {}, query: undefined, body: undefined }

beforeAll(restore)
afterAll(() => {
  const answered = [...calls.answered]
    .sort()
    .map(([status, count]) => `${status}: ${count}`)
    .join(', ')
  process.stdout.write(
    `hostile input: seed ${seed}, ${calls.made} calls (${answered}), ${succeeded.size} ` +
      `of ${everyEndpoint().length} endpoints succeeded at least once\n`,
  )
})

/** One part of a call: what its schema takes, that with one thing wrong, or anything. */
function partOf(schema: z.ZodType | undefined, facts: Known): fc.Arbitrary<unknown> {
  if (!schema) return fc.oneof({ weight: 9, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: hostileValue })
  const good = fromSchema(schema, facts)
  return fc.oneof(
    { weight: 5, arbitrary: good },
    {
      weight: 4,
      arbitrary: fc
        .tuple(good, fc.nat(200), hostileValue, fc.boolean())
        .map(([value, where, wrong, add]) => spoiled(value, where, wrong, add)),
    },
    { weight: 1, arbitrary: hostileValue },
  )
}

/** What is known, as a path means it: `id` is a ticket's serial in some and a draw in others, `code` a ticket's or an agency's. */
function factsOf({ path }: Endpoint): Known {
  const ticket = /tickets?[-/]|\/prizes\//.test(path)
  const kind = path.includes('/prizes/')
    ? 'prize_id'
    : ticket
      ? 'serial'
      : path.includes('/detail/')
        ? 'draw_id'
        : path.includes('/agencies/')
          ? 'agency_id'
          : path.includes('-product/')
            ? 'product_id'
            : undefined
  return { ...known, ...(kind && { id: known[kind] ?? [] }), ...(!ticket && { code: ['ABC-1', 'ZZZ'] }) }
}

function goodOf(endpoint: Endpoint, part: 'params' | 'query' | 'body', more: Known = {}): fc.Arbitrary<unknown> {
  const schema = endpoint[part]
  return schema
    ? fromSchema(schema, { ...factsOf(endpoint), ...more })
    : fc.constant(part === 'params' ? {} : undefined)
}

function inputOf(endpoint: Endpoint): fc.Arbitrary<Sent> {
  const names = [...endpoint.path.matchAll(/:(\w+)/g)].map(([, name]) => name!)
  const wild = fc.record(Object.fromEntries(names.map((name) => [name, hostileValue])))
  const facts = factsOf(endpoint)
  const params = fc.oneof(
    { weight: 6, arbitrary: goodOf(endpoint, 'params') },
    { weight: names.length ? 1 : 0, arbitrary: wild },
  ) as fc.Arbitrary<Sent['params']>
  return fc.record({ params, query: partOf(endpoint.query, facts), body: partOf(endpoint.body, facts) })
}

describe('what would be saved but for one value', () => {
  const id = () => (known['product_id'] as readonly number[])[0]!
  const read = async (endpoint: Endpoint, params: Sent['params']) =>
    JSON.parse((await send(endpoint, { ...nothing, params }, { as: 'banca' })).text) as Record<string, unknown>
  const sale = () => ({
    currency: 'BS',
    confirm_repeated: true,
    lines: [
      {
        draw_id: (known['draw_id'] as number[])[0],
        bet_type_id: (known['bet_type_id'] as number[])[0],
        number: '5',
        stake: '1.00',
      },
    ],
  })
  const good: [name: string, endpoint: Endpoint, as: string, now: () => Promise<Sent>][] = [
    ['a sale', tickets.sell, 'taquilla', async () => ({ ...nothing, body: sale() })],
    [
      'a polla',
      polla.sell,
      'polla',
      async () => ({
        ...nothing,
        body: {
          round_id: (known['round_id'] as number[])[0],
          currency: 'BS',
          symbols: ['1', '2', '3'],
          confirm_repeated: true,
        },
      }),
    ],
    [
      'an annulment',
      ticketManagement.act,
      'banca',
      async () => {
        const sold = JSON.parse((await send(tickets.sell, { ...nothing, body: sale() }, { as: 'taquilla' })).text) as {
          serial: string
        }
        return { ...nothing, params: { id: sold.serial }, body: { action: 'annul', reason: 'error del vendedor' } }
      },
    ],
    [
      'an agency',
      agencies.update,
      'banca',
      async () => {
        const row = await read(agencies.show, { id: (known['agency_id'] as number[])[0] })
        return {
          ...nothing,
          params: { id: row['id'] },
          body: {
            ...row,
            state_id: (known['state_id'] as number[])[0],
            municipality_id: (known['municipality_id'] as number[])[0],
          },
        }
      },
    ],
    [
      'a product',
      products.update,
      'banca',
      async () => ({ ...nothing, params: { id: id() }, body: await read(products.show, { id: id() }) }),
    ],
    [
      'symbols',
      products.saveSymbols,
      'banca',
      async () => ({ ...nothing, params: { id: id() }, body: await read(products.symbols, { id: id() }) }),
    ],
    [
      'a polla’s settings',
      products.update,
      'banca',
      async () => {
        const params = { id: (known['product_id'] as number[]).at(-1) }
        return { ...nothing, params, body: await read(products.show, params) }
      },
    ],
  ]
  const wrong = fc.oneof(
    hostileValue,
    fc.constantFrom(
      '0.00',
      '0.01',
      '999999999999.99',
      '100',
      '99999.99',
      '23:59',
      '00:00',
      '0001-01-01',
      '9999-12-31',
      0,
      1,
      2,
      127,
      null,
      true,
      false,
      [],
      'UTC',
      'BS',
      '5',
    ),
  )

  it.each(good)('%s answers as agreed', async (_what, endpoint, as, now) => {
    await restore()
    const fitting = async () => {
      const sent = await now()
      return { ...sent, body: stripUnknown(endpoint.body!, sent.body) }
    }
    expect((await send(endpoint, await fitting(), { as })).status).toBeLessThan(300)
    await fc.assert(
      fc.asyncProperty(fc.nat(500), wrong, fc.boolean(), async (where, value, add) => {
        const sent = await fitting()
        expectAgreed(
          endpoint,
          await send(endpoint, { ...sent, body: spoiled(sent.body, where, value, add && where % 5 === 0) }, { as }),
        )
      }),
      times(60),
    )
  })
})

/** Sales and results first, while the registry still is as it was; readings last, over all that was written. */
const isGame = (entity: string) => ['tickets', 'ticketManagement', 'polla', 'manageDraws'].includes(entity)
const listed = everyEndpoint()
  .map(({ entity, name, endpoint }) => ({
    name: `${entity}.${name}`,
    endpoint,
    turn: endpoint.method === 'GET' ? 2 : isGame(entity) ? 0 : 1,
  }))
  .filter(({ endpoint }) => !endpoint.upload)
  .sort((one, other) => one.turn - other.turn)

describe('whatever is sent', () => {
  it.each(listed)('$name answers as agreed', async ({ name, endpoint }) => {
    await restore()
    const users = await allowedUsers(endpoint)
    await fc.assert(
      fc.asyncProperty(inputOf(endpoint), fc.constantFrom(...users), async (sent, as) => {
        // Whom the one before took out asks again.
        if (name.startsWith('users.')) await restore()
        const answer = await send(endpoint, sent, { as })
        expectAgreed(endpoint, answer)
        if (answer.status < 300) succeeded.set(name, (succeeded.get(name) ?? 0) + 1)
      }),
      times(endpoint.method === 'GET' ? 20 : 45),
    )
  })

  it.each(['0001-01-01', '1899-12-31', '1900-01-01', '2199-12-31', '9999-12-31'])(
    '%s is a day for every call, or for none',
    async (day) => {
      await restore()
      const days = {
        from: [day],
        to: [day],
        day: [day],
        from_day: [day],
        to_day: [day],
        valid_from: [day],
        valid_to: [day],
      }
      const dated = (schema: z.ZodType | undefined) =>
        Boolean(schema && 'shape' in schema && Object.keys(schema.shape as object).some((key) => key in days))
      for (const { endpoint } of listed.filter((one) => dated(one.endpoint.query) || dated(one.endpoint.body))) {
        const [as] = await allowedUsers(endpoint)
        await fc.assert(
          fc.asyncProperty(goodOf(endpoint, 'query', days), goodOf(endpoint, 'body', days), async (query, body) => {
            expectAgreed(endpoint, await send(endpoint, { ...nothing, query, body }, { as }))
          }),
          times(5),
        )
      }
    },
  )

  it('much of it was understood: the door is not all that answers', () => {
    expect(succeeded.size).toBeGreaterThan(everyEndpoint().length * (isLong ? 0.7 : 0.25))
  })
})

describe('text that cannot be stored', () => {
  const refused = (name: string) => [name, 400, expect.stringContaining('"code":"malformed"')]

  it('is refused wherever it stands in a body', async () => {
    await restore()
    for (const { name, endpoint } of listed.filter((one) => one.endpoint.body)) {
      const [as] = await allowedUsers(endpoint)
      const good = fc.record({
        params: goodOf(endpoint, 'params') as fc.Arbitrary<Sent['params']>,
        query: goodOf(endpoint, 'query'),
        body: goodOf(endpoint, 'body'),
      })
      await fc.assert(
        fc.asyncProperty(
          good,
          fc.nat(200),
          fc.constantFrom(...unkept),
          fc.boolean(),
          async (sent, where, text, add) => {
            const answer = await send(endpoint, { ...sent, body: spoiled(sent.body, where, text, add) }, { as })
            expect([name, answer.status, answer.text]).toEqual(refused(name))
          },
        ),
        times(8),
      )
    }
  })

  it('is refused in a query', async () => {
    await restore()
    for (const { name, endpoint } of listed.filter((one) => one.endpoint.query)) {
      const [as] = await allowedUsers(endpoint)
      const good = fc.record({
        params: goodOf(endpoint, 'params') as fc.Arbitrary<Sent['params']>,
        query: goodOf(endpoint, 'query'),
      })
      await fc.assert(
        fc.asyncProperty(good, fc.nat(200), fc.boolean(), async ({ params, query }, where, add) => {
          const answer = await send(
            endpoint,
            { params, query: spoiled(query, where, 'a\u0000b', add), body: undefined },
            { as },
          )
          expect([name, answer.status, answer.text]).toEqual(refused(name))
        }),
        times(4),
      )
    }
  })
})

describe('what a call is wrapped in', () => {
  const sale = { currency: 'BS', lines: [] }
  const asked = (raw: string | Buffer, headers: Record<string, string> = {}) =>
    send(tickets.sell, nothing, { as: 'taquilla', raw, headers })
  const depth = 100_000

  it.each([
    ['cut short', '{"currency":"BS"'],
    ['two values', '{}{}'],
    ['single quotes', "{'currency':'BS'}"],
    ['a comma too many', '{"lines":[],}'],
    ['no JSON', 'NaN'],
    ['a NUL', '\u0000'],
    ['half a text', '"'],
    ['a prototype', '{"__proto__":{"role":"x"}}'],
    ['a constructor’s prototype', '{"constructor":{"prototype":{"role":"x"}}}'],
    ['lists without end', `${JSON.stringify(sale).slice(0, -1)},"sobra":${'['.repeat(depth)}${']'.repeat(depth)}}`],
    [
      'objects without end',
      `${JSON.stringify(sale).slice(0, -1)},"sobra":${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}}`,
    ],
    ['bytes that are no text', Buffer.from([0x22, 0xff, 0xfe, 0x00, 0x22])],
  ])('a body of %s is refused', async (_what, raw) => {
    const answer = await asked(raw)
    expectAgreed(tickets.sell, answer)
    expect([answer.status, JSON.parse(answer.text)]).toEqual([400, expect.objectContaining({ code: 'malformed' })])
  })

  it.each(listed.filter(({ endpoint }) => endpoint.moves_money))(
    '$name moves no money without a key',
    async ({ endpoint }) => {
      await restore()
      const [as] = await allowedUsers(endpoint)
      const good = fc.record({
        params: goodOf(endpoint, 'params') as fc.Arbitrary<Sent['params']>,
        query: goodOf(endpoint, 'query'),
        body: goodOf(endpoint, 'body'),
      })
      const understood = fc
        .sample(good, { seed, numRuns: 500 })
        .find(({ params, body }) =>
          [[endpoint.params, params] as const, [endpoint.body, body] as const].every(
            ([schema, value]) =>
              !schema || (schema.safeParse(value).success && !/\\u0000|\\ud/.test(JSON.stringify(value ?? ''))),
          ),
        )
      expect(understood).toBeDefined()
      const answer = await send(endpoint, understood!, { as, headers: { 'idempotency-key': '' } })
      expect([answer.status, JSON.parse(answer.text)]).toEqual([
        400,
        expect.objectContaining({ code: 'idempotency_key_missing' }),
      ])
    },
  )

  it('a body that is too large, or of a kind nobody reads, says so', async () => {
    const large = await asked(JSON.stringify({ ...sale, device_id: 'x'.repeat(600_000) }))
    expectAgreed(tickets.sell, large)
    expect(large.status).toBe(413)
    for (const type of [
      'text/plain',
      'application/xml',
      'application/x-www-form-urlencoded',
      'application/jsonp',
      ';;;',
      'a'.repeat(2_000),
    ]) {
      const other = await asked(JSON.stringify(sale), { 'content-type': type })
      expectAgreed(tickets.sell, other)
      expect([type, other.status]).toEqual([type, 415])
    }
  })

  it('headers of any text are refused or passed over', async () => {
    const text = fc.oneof(hostileText, fc.string({ maxLength: 300 })).map((one) =>
      one
        .replace(/[^\x20-\x7e]/g, '¿')
        .replaceAll('¿', '\xbf')
        .slice(0, 3_000),
    )
    const name = fc.constantFrom(
      'timezone',
      'idempotency-key',
      'authorization',
      'cookie',
      'content-type',
      'x-forwarded-for',
      'accept',
      'accept-language',
      'user-agent',
      'if-none-match',
      'content-encoding',
    )
    const endpoint = fc.constantFrom<Endpoint>(tickets.sell, partners.list, agencies.create)
    const users = new Map<Endpoint, string>([
      [tickets.sell, 'taquilla'],
      [partners.list, 'banca'],
      [agencies.create, 'banca'],
    ])
    await fc.assert(
      fc.asyncProperty(endpoint, fc.dictionary(name, text, { maxKeys: 3 }), async (one, headers) => {
        expectAgreed(
          one,
          await send(
            one,
            { ...nothing, body: one.method === 'GET' ? undefined : sale },
            { as: users.get(one), headers: { ...headers } },
          ),
        )
      }),
      times(150),
    )
  })

  it.each([
    '%ff',
    '%',
    '%00',
    '%2e%2e%2f',
    'x'.repeat(5_000),
    '٣',
    '1%20OR%201=1',
    '-1',
    '1e3',
    '99999999999999999999',
  ])('an address that ends in %s names nothing', async (end) => {
    for (const endpoint of [agencies.show, tickets.bySerial] as Endpoint[]) {
      const answer = await send({ ...endpoint, path: endpoint.path.replace(/:\w+/, end) }, nothing, {
        as: endpoint === tickets.bySerial ? 'taquilla' : 'banca',
      })
      expectAgreed(endpoint, answer)
      expect([400, 404]).toContain(answer.status)
    }
  })

  it('another database is asked for by its name alone', async () => {
    await fc.assert(
      fc.asyncProperty(hostileText, async (text) => {
        const answer = await send(partners.list, { ...nothing, query: { 'db-identifier': text } }, { as: 'banca' })
        expectAgreed(partners.list, answer)
        expect([400, 403]).toContain(answer.status)
      }),
      times(40),
    )
  })
})

describe('uploads', () => {
  function chunk(name: string, data: Buffer): Buffer {
    const body = Buffer.concat([Buffer.from(name), data])
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(data.length)
    sum.writeUInt32BE(crc32(body))
    return Buffer.concat([length, body, sum])
  }
  /** A PNG that says to be so large, whatever it holds: a bomb, where somebody unpacks it. */
  function png(width: number, height: number, held = 1_000): Buffer {
    const header = Buffer.alloc(13)
    header.writeUInt32BE(width, 0)
    header.writeUInt32BE(height, 4)
    header.set([8, 0, 0, 0, 0], 8)
    return Buffer.concat([
      Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
      chunk('IHDR', header),
      chunk('IDAT', deflateSync(Buffer.alloc(held))),
      chunk('IEND', Buffer.alloc(0)),
    ])
  }
  const part = (bytes: Buffer, { field = 'file', filename = 'foto.png', type = 'image/png' } = {}) =>
    Buffer.concat([
      Buffer.from(
        `--x\r\nContent-Disposition: form-data; name="${field}"; filename="${filename}"\r\nContent-Type: ${type}\r\n\r\n`,
      ),
      bytes,
      Buffer.from('\r\n'),
    ])
  const ended = (...parts: Buffer[]) => Buffer.concat([...parts, Buffer.from('--x--\r\n')])
  const form = { 'content-type': 'multipart/form-data; boundary=x' }
  async function upload(raw: Buffer | string, headers: Record<string, string> = form) {
    const answer = await send(images.upload, nothing, { as: 'banca', raw, headers })
    expectAgreed(images.upload, answer)
    return answer.status
  }

  it('refuses a picture that says to be larger than any, however little it holds', async () => {
    for (const [width, height] of [
      [65_535, 65_535],
      [2_147_483_647, 1],
      [1, 4_294_967_295],
      [100_000, 100_000],
      [0, 0],
    ] as const)
      expect(await upload(ended(part(png(width, height, 500_000))))).toBe(422)
  })

  it('refuses what is cut short or changed, wherever that is, and keeps nothing else than a picture', async () => {
    const whole = png(40, 40, 40 * 41)
    // The last twelve bytes only say that it ends: every point has been drawn by then.
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: whole.length - 13 }), async (at) => {
        expect(await upload(ended(part(whole.subarray(0, at))))).toBe(422)
      }),
      times(40),
    )
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), hostileText, hostileText, async (bytes, filename, type) => {
        const clean = (text: string) => text.slice(0, 1_000).replace(/["\r\n\\]/g, '')
        expect([400, 415, 422]).toContain(
          await upload(ended(part(Buffer.from(bytes), { filename: clean(filename), type: clean(type) }))),
        )
        expect([200, 400]).toContain(await upload(ended(part(whole, { filename: clean(filename) }))))
      }),
      times(40),
    )
  })

  it.each([
    ['JSON', JSON.stringify({ file: 'x' }), { 'content-type': 'application/json' }, 415],
    ['plain text', 'hola', { 'content-type': 'text/plain' }, 415],
    ['more than a megabyte', ended(part(Buffer.concat([png(4, 4), Buffer.alloc(largestImage)]))), form, 413],
    [
      'a form without a file',
      ended(Buffer.from('--x\r\nContent-Disposition: form-data; name="file"\r\n\r\nhola\r\n')),
      form,
      400,
    ],
    ['an empty form', ended(), form, 400],
    ['a form that never ends', part(png(4, 4)), form, 400],
    ['nothing', '', form, 400],
    ['a form without a boundary', ended(part(png(4, 4))), { 'content-type': 'multipart/form-data' }, 400],
    ['another boundary', ended(part(png(4, 4))), { 'content-type': 'multipart/form-data; boundary=otra' }, 400],
  ])('refuses %s', async (_what, raw, headers, status) => {
    expect(await upload(raw, headers)).toBe(status)
  })
})
