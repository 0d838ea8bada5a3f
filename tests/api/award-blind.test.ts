/** A result is what somebody wrote. On the way to one nothing can be read of what was sold: tried as a database user who may not. */
import { readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Tx } from '../../server/platform/db/connect.ts'
import { scopeOf } from '../../server/platform/db/scope.ts'
import { askSources, enterAnswers } from '../../server/rules/external/request.ts'
import { checkFile, enterFile } from '../../server/entities/manage-draws/result-file.ts'
import { claimEntry } from '../../server/entities/manage-draws/confirm.ts'
import { enter } from '../../server/rules/results/entries.ts'
import { previewDraw } from '../../server/entities/manage-draws/preview.ts'
import { animal, bet, openBench, type Bench } from './award-setup.ts'

let bench: Bench
beforeAll(async () => {
  bench = await openBench()
})
afterAll(() => bench?.close())

const sold = [
  'tickets',
  'ticket_lines',
  'line_draws',
  'prizes',
  'draw_sales',
  'number_days',
  'draw_totals',
  'product_days',
  'settlement_hours',
  'settled_hours',
  'settlement_weeks',
  'sales_days',
  'sales_hours',
]

/** Runs as a user who may do everything but read what was sold; nothing of it stays. */
async function blindly<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
  let answer: { value: T } | undefined
  const role = `blind_${process.pid}`
  await bench.world
    .run(async (tx) => {
      await tx.run(sql.raw(`CREATE ROLE ${role}`))
      await tx.run(sql.raw(`GRANT USAGE ON SCHEMA public TO ${role}`))
      await tx.run(sql.raw(`GRANT ALL ON ALL TABLES IN SCHEMA public TO ${role}`))
      await tx.run(sql.raw(`GRANT ALL ON ALL SEQUENCES IN SCHEMA public TO ${role}`))
      await tx.run(sql.raw(`REVOKE ALL ON ${sold.join(', ')} FROM ${role}`))
      await tx.run(sql.raw(`SET LOCAL ROLE ${role}`))
      answer = { value: await work(tx) }
      throw new Error('undone')
    })
    .catch((error: Error) => {
      if (error.message !== 'undone') throw error
    })
  return answer!.value
}

async function soldDraw(): Promise<number> {
  const [draw] = (await bench.draws('LOTTO_ACTIVO', 1)) as [number]
  await bench.sell([bet(draw, '5', '500.00'), bet(draw, '6', '0.50')])
  await bench.over(draw)
  return draw
}

describe('without seeing what was sold', () => {
  it('a result is entered and its entry confirmed', async () => {
    const draw_id = await soldDraw()
    const claimed = await blindly(async (tx) => {
      const entry_id = await enter(tx, {
        draw_id,
        numbers: animal('5') as never,
        entered_by: bench.world.user['premiador']!,
        source: 'manual',
        at: new Date(),
      })
      return claimEntry(tx, { entry_id, numbers: animal('5') as never, by: bench.world.user['banca']!, at: new Date() })
    })
    expect(claimed).toMatchObject({ draw_id, numbers: animal('5'), kind: 'resultado' })
  })

  it('a file is read and entered', async () => {
    const draw_id = await soldDraw()
    const at = await bench.world.db.one<{ day: string; time: string }>(sql`
      UPDATE draws
      SET scheduled_at = date_trunc('minute', scheduled_at), closes_at = date_trunc('minute', closes_at) - interval '1 minute'
      WHERE id = ${draw_id}
      RETURNING (scheduled_at AT TIME ZONE 'America/Caracas')::date AS day,
        to_char(scheduled_at AT TIME ZONE 'America/Caracas', 'HH24:MI') AS time`)
    const rows = [{ product: 'Lotto Activo', ...at!, place: '', number: '6', sign: '' }]
    const asked = { rows, day_order: 'dmy' as const, leave_out: 0 }
    const clock = { now: new Date(), today: bench.world.today }
    const asking = { id: bench.world.user['premiador']! }
    const { checked, entered } = await blindly(async (tx) => ({
      checked: await checkFile(tx, asking, asked, clock),
      entered: await enterFile(tx, asking, asked, clock),
    }))
    expect([checked[0]!.state, entered.entries.map((one) => one.numbers)]).toEqual(['lista', [animal('6')]])
  })

  it('sources are asked', async () => {
    const draw_id = await soldDraw()
    const at = await bench.world.db.one<{ day: string; time: string }>(sql`
      UPDATE draws
      SET scheduled_at = date_trunc('minute', scheduled_at), closes_at = date_trunc('minute', closes_at) - interval '1 minute'
      WHERE id = ${draw_id}
      RETURNING (scheduled_at AT TIME ZONE 'America/Caracas')::date AS day,
        to_char(scheduled_at AT TIME ZONE 'America/Caracas', 'HH24:MI') AS time`)
    const server = createServer((_request, response) =>
      response.end(JSON.stringify({ results: [{ product: 'Lotto Activo', ...at!, numbers: [{ number: '6' }] }] })),
    )
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
    vi.stubEnv('RESULT_SOURCES', `una=http://${host}/`)
    vi.stubEnv('RESULT_HOSTS', host)
    try {
      const { entered } = await blindly(async (tx) => {
        const heard = await askSources(tx, { draw_id }, bench.world.today)
        return enterAnswers(tx, { id: bench.world.user['banca']! }, heard, { draw_id }, { now: new Date() })
      })
      expect(entered.map((one) => [one.draw_id, one.numbers])).toEqual([[draw_id, animal('6')]])
    } finally {
      vi.unstubAllEnvs()
      await new Promise((resolve) => server.close(resolve))
    }
  })

  it('what such a user may not do shows: a preview, which reads what it would cost', async () => {
    const id = await soldDraw()
    const preview = (tx: Tx) =>
      previewDraw(
        scopeOf({ partner_id: bench.world.partner.banca }),
        tx,
        { id, product_id: bench.world.product('LOTTO_ACTIVO') },
        animal('5') as never,
        new Date(),
      )
    expect(await bench.world.run(preview)).toMatchObject({ winning_lines: 1 })
    await expect(blindly(preview)).rejects.toMatchObject({ code: '42501' })
  })
})

describe('what is written', () => {
  const root = new URL('../../server/', import.meta.url)
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
    (path) => path.endsWith('.ts') && !path.endsWith('.test.ts'),
  )
  const writers = files.flatMap((path) => {
    const text = readFileSync(new URL(path, root), 'utf8')
    return [...text.matchAll(/INSERT INTO (result_entries|result_numbers|results)\b[\s\S]*?`/g)].map((match) => ({
      path,
      table: match[1]!,
      statement: match[0],
    }))
  })

  it('is written in few places, each from what it was given', () => {
    const asText = writers.map(({ path, table }) => `${path} ${table}`).sort()
    expect(asText).toEqual(
      expect.arrayContaining([
        'rules/award/award.ts result_numbers',
        'rules/award/award.ts results',
        'rules/results/entries.ts result_entries',
      ]),
    )
    // The demo's results come from chance, a polla's has no number of its own.
    expect(
      asText.filter(
        (one) =>
          !/^(rules\/award\/award\.ts|rules\/results\/entries\.ts|seed\/results\.ts|rules\/polla\/\S+\.ts results)/.test(
            one,
          ),
      ),
    ).toEqual([])
    const looking = new RegExp(`\\b(${sold.join('|')}|sold|stake|liability)\\b`)
    expect(writers.filter(({ statement }) => looking.test(statement))).toEqual([])
  })

  it('nothing on the way to an entry asks for what was sold', () => {
    const way = [
      'rules/results/entries.ts',
      'entities/manage-draws/confirm.ts',
      'rules/results/parts.ts',
      'rules/results/texts.ts',
      'entities/manage-draws/result-file.ts',
      'rules/results/file.ts',
      'rules/draws/generate.ts',
      'rules/results/read.ts',
      'rules/results/catalogue.ts',
      'rules/external/request.ts',
      'rules/external/sources.ts',
      'rules/award/numbers.ts',
      'rules/award/winning.ts',
    ]
    const asks = new RegExp(`\\b(FROM|JOIN|UPDATE|INTO) (${sold.join('|')})\\b|Math\\.random`)
    expect(way.filter((path) => asks.test(readFileSync(new URL(path, root), 'utf8')))).toEqual([])
    expect(asks.test(readFileSync(new URL('entities/manage-draws/preview.ts', root), 'utf8'))).toBe(true)
  })
})
