/** A payment that is refused with a picture: who may, who sees it, and how long it is kept. */
import { sql } from 'drizzle-orm'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { banking } from '../../contract/banking.ts'
import type { Arguments } from '../../contract/endpoint.ts'
import { images, largestImage } from '../../contract/images.ts'
import { ticketManagement } from '../../contract/ticket-management.ts'
import { sweepImages } from '../../server/entities/images/sweep.ts'
import { line, openCounter } from './sale-setup.ts'

type Act = NonNullable<Arguments<typeof ticketManagement.act>['body']>
const counter = openCounter((world) => world.db.run(sql`UPDATE banca SET pay_approval_threshold = '{"BS": "1000.00"}'`))

const act = (serial: string, body: Act, as: string, key?: string) =>
  counter.app.call(ticketManagement.act, { params: { id: serial }, body }, { as, ...(key && { key }) })
const show = (serial: string, as: string) => counter.app.call(ticketManagement.show, { params: { id: serial } }, { as })
const look = (id: number, as?: string) =>
  counter.app.call(ticketManagement.refusalPicture, { params: { id } }, as ? { as } : {})

/** A ticket whose prize waits for approval. */
async function held(seller = 'taquilla') {
  const draw = await counter.world.draw('LOTTO_ACTIVO')
  const ticket = await counter.sell([line(draw, '5', '50.00')], seller)
  await counter.prize(draw, '5')
  expect((await counter.pay(ticket, seller)).body.approval?.state).toBe('pendiente')
  return ticket
}

let shade = 0
/** A picture like no other. */
const drawn = (format: 'png' | 'jpeg' | 'webp' | 'gif' = 'png') =>
  sharp({ create: { width: 12, height: 9, channels: 3, background: { r: 200, g: 40, b: shade++ } } })
    .toFormat(format)
    .toBuffer()

async function upload(bytes: Buffer, { as = 'supervisor', query = '?guarded=true' } = {}) {
  const head = '--f\r\nContent-Disposition: form-data; name="file"; filename="a"\r\nContent-Type: image/png\r\n\r\n'
  const response = await counter.app.app.inject({
    method: 'POST',
    url: `${images.upload.path}${query}`,
    payload: Buffer.concat([Buffer.from(head), bytes, Buffer.from('\r\n--f--\r\n')]),
    headers: {
      authorization: `Bearer ${await counter.app.signInAs(as)}`,
      'content-type': 'multipart/form-data; boundary=f',
    },
  })
  return { status: response.statusCode, ...(response.json() as { url: string; code?: string }) }
}
const uploaded = async (format?: 'png' | 'jpeg' | 'webp') => (await upload(await drawn(format))).url
const refuse = (picture_url?: string | null): Act => ({
  action: 'reject',
  reason: 'La cédula no es la suya',
  ...(picture_url !== undefined && { picture_url }),
})
/** A refusal with a picture: its number and the picture's address. */
async function refused(serial: string, as = 'supervisor') {
  const url = await uploaded()
  const { body } = await act(serial, refuse(url), as)
  return { id: body.refusal_picture_id!, url }
}

describe('a refusal with a picture', () => {
  it.each([
    ['banca', 'png', 'image/png'],
    ['supervisor', 'jpeg', 'image/jpeg'],
    ['supervisor', 'webp', 'image/webp'],
  ] as const)(
    'by %s keeps a %s with its reason, and says so in the ticket and in the log',
    async (as, format, type) => {
      const ticket = await held()
      const { body } = await act(ticket.serial, refuse(await uploaded(format)), as)
      expect(body).toMatchObject({
        state: 'ganador',
        approval: { state: 'rechazado', reason: 'La cédula no es la suya' },
      })
      const id = body.refusal_picture_id!
      expect(body.history.map(({ kind, picture_id }) => [kind, picture_id])).toEqual([
        ['venta', null],
        ['resultado', null],
        ['solicitud', null],
        ['rechazado', id],
      ])
      const { status, headers, raw } = await look(id, as)
      expect([status, headers['content-type'], headers['cache-control']]).toEqual([200, type, 'no-store'])
      expect(await sharp(raw).metadata()).toMatchObject({ format, width: 12, height: 9 })
      const logged = await counter.world.db.one(sql`
      SELECT reason, after ->> 'refusal_picture_id' AS picture, significant FROM audit_log
      WHERE action = 'ticketManagement.act' AND entity_id = ${ticket.serial}`)
      expect(logged).toEqual({ reason: 'La cédula no es la suya', picture: String(id), significant: true })
    },
  )

  it('needs a reason, and no picture', async () => {
    const ticket = await held()
    const wordless = await act(ticket.serial, { ...refuse(await uploaded()), reason: '' } as Act, 'supervisor')
    expect(wordless.problem.errors).toMatchObject([{ path: 'reason' }])
    const { body } = await act(ticket.serial, refuse(), 'supervisor')
    expect([body.approval?.state, body.refusal_picture_id]).toEqual(['rechazado', null])
  })

  it('goes on being told when the payment is asked for again, and approved', async () => {
    const ticket = await held()
    const { id } = await refused(ticket.serial)
    const office_id = counter.world.partner.taquilla1
    const again = await act(ticket.serial, { action: 'pay', code: ticket.code, office_id }, 'banca')
    expect([again.body.approval?.state, again.body.refusal_picture_id]).toEqual(['pendiente', null])
    const { body } = await act(ticket.serial, { action: 'approve' }, 'supervisor')
    expect(body.history.flatMap(({ picture_id }) => picture_id ?? [])).toEqual([id])
    expect((await look(id, 'banca')).status).toBe(200)
  })

  it('pressed twice is one; with another picture it was decided already', async () => {
    const ticket = await held()
    const [url, other] = [await uploaded(), await uploaded()]
    const [first, second] = await Promise.all([
      act(ticket.serial, refuse(url), 'supervisor', 'rechazo-una-vez'),
      act(ticket.serial, refuse(url), 'supervisor', 'rechazo-una-vez'),
    ])
    expect([first.status, second.body]).toEqual([200, first.body])
    expect((await act(ticket.serial, refuse(other), 'supervisor', 'rechazo-una-vez')).problem.code).toBe(
      'idempotency_mismatch',
    )
    for (const as of ['supervisor', 'banca'])
      expect((await act(ticket.serial, refuse(other), as)).problem).toMatchObject({
        code: 'approval_decided',
        state: 'rechazado',
      })
    const kept = await counter.world.db.rows(sql`
      SELECT picture_url FROM pay_approvals
      WHERE ticket_id = ${ticket.id}`)
    expect(kept).toEqual([{ picture_url: url }])
  })
})

describe('who may', () => {
  it('only the banca adds one; a distributor refuses without, and nobody of an agency or an office', async () => {
    const ticket = await held()
    const url = await uploaded()
    expect((await act(ticket.serial, refuse(url), 'distribuidor')).problem).toMatchObject({
      code: 'forbidden',
      errors: [{ path: 'picture_url', code: 'forbidden' }],
    })
    for (const as of ['agencia', 'taquilla', 'vecina', 'polla'])
      expect([as, (await act(ticket.serial, refuse(url), as)).problem.code]).toEqual([as, 'forbidden'])
    expect((await show(ticket.serial, 'banca')).body.approval?.state).toBe('pendiente')
    expect((await act(ticket.serial, refuse(), 'distribuidor')).body.approval?.state).toBe('rechazado')
  })

  it('sees it who sees the ticket from the back office, and nobody at its address', async () => {
    const ticket = await held('lejana')
    const { id, url } = await refused(ticket.serial)
    const seen = {
      banca: 200,
      supervisor: 200,
      distribuidor: 200,
      agencia: 404,
      taquilla: 403,
      lejana: 403,
      polla: 403,
    }
    const answered: [string, number][] = []
    for (const as of Object.keys(seen)) answered.push([as, (await look(id, as)).status])
    expect(Object.fromEntries(answered)).toEqual(seen)
    const own = await refused((await held()).serial)
    expect((await look(own.id, 'agencia')).status).toBe(200)
    expect((await look(id)).problem.code).toBe('unauthenticated')
    expect((await look(2_147_483_647, 'banca')).problem.code).toBe('not_found')
    for (const address of [url, url.replace('/guarded', '')])
      expect((await counter.app.app.inject({ method: 'GET', url: address })).statusCode).toBe(404)
    const atCounter = JSON.stringify(await counter.look(ticket.serial, 'lejana'))
    expect([atCounter.includes('rechazado'), /picture|\/images\//.test(atCounter)]).toEqual([true, false])
  })
})

describe('a guarded picture', () => {
  it('is another than the same one for everybody, and neither stands in the place of the other', async () => {
    const bytes = await drawn()
    const [guarded, open] = [await upload(bytes), await upload(bytes, { query: '' })]
    expect(guarded.url).toMatch(/^\/images\/guarded\/[0-9a-f]{64}\.png$/)
    expect((await counter.app.app.inject({ method: 'GET', url: open.url })).statusCode).toBe(200)
    expect((await counter.app.app.inject({ method: 'GET', url: guarded.url })).statusCode).toBe(404)
    const ticket = await held()
    expect((await act(ticket.serial, refuse(open.url), 'supervisor')).problem.errors).toMatchObject([
      { path: 'picture_url' },
    ])
    const { has_sold: _sold, ...config } = (await counter.app.call(banking.config, {}, { as: 'banca' })).body
    const body = { ...config, logo_url: guarded.url }
    expect((await counter.app.call(banking.saveConfig, { body }, { as: 'banca' })).problem.errors).toMatchObject([
      { path: 'logo_url' },
    ])
  })

  it('is judged as any other', async () => {
    expect((await upload(await drawn('gif'))).code).toBe('image_invalid')
    expect((await upload(Buffer.concat([await drawn(), Buffer.alloc(largestImage)]))).code).toBe('too_large')
    expect((await upload(await drawn(), { as: 'taquilla' })).code).toBe('forbidden')
    expect((await upload(await drawn(), { query: '?guarded=quizas' })).code).toBe('invalid')
  })

  it('stays as long as a refusal refers to it; one that none refers to is swept', async () => {
    const { db, pool } = counter.world
    const ticket = await held()
    const { id, url } = await refused(ticket.serial)
    const idle = await uploaded()
    await db.run(sql`UPDATE images SET created_at = now() - interval '400 days' WHERE url IN (${url}, ${idle})`)
    await sweepImages(pool)
    expect((await look(id, 'supervisor')).status).toBe(200)
    const another = await held()
    const late = await act(another.serial, refuse(idle), 'supervisor')
    expect(late.problem).toMatchObject({
      status: 422,
      code: 'image_gone',
      errors: [{ path: 'picture_url', code: 'image_gone' }],
    })
    expect((await show(another.serial, 'supervisor')).body.approval?.state).toBe('pendiente')
    await db.run(sql`UPDATE pay_approvals SET picture_url = NULL WHERE id = ${id}`)
    await sweepImages(pool)
    expect(await db.rows(sql`SELECT 1 FROM images WHERE url = ${url}`)).toEqual([])
    expect((await look(id, 'supervisor')).problem.code).toBe('not_found')
  })
})
