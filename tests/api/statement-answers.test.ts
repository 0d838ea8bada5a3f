/** What a debtor answers to a closed week: who may, once or again, who is told, and what becomes of it when it is reopened. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { accountBalance } from '../../contract/account-balance.ts'
import { notifications } from '../../contract/notifications.ts'
import { statements } from '../../contract/statements.ts'
import { tellBanca, type ToldBanca } from './statements-setup.ts'

let told: ToldBanca
let id: number
beforeAll(async () => {
  told = await tellBanca()
  await told.sold({ sunday: told.second, stakes: ['10.00', '990.00'] })
  await told.close(told.second)
  id = (await told.closingOf(told.past.world.partner.agencia1, told.second)).id
})
afterAll(() => told?.end())

const answer = (body: object, as = 'agencia', of = id) =>
  told.app.call(statements.answer, { params: { id: of }, body: body as never }, { as })
const thread = async (as = 'agencia') =>
  (await told.app.call(statements.comments, { params: { id } }, { as })).body.data.map(
    ({ text, by, own }) => `${by ?? '—'}${own ? ' (propio)' : ''}: ${text}`,
  )
const waits = async (as: string) => (await told.app.call(statements.waiting, {}, { as })).body.count
const heard = async (as: string) =>
  (await told.app.call(notifications.list, { body: {} }, { as })).body.data.map(
    ({ title, level }) => `${title} (${level})`,
  )
const closing = (as = 'banca') => told.closingOf(told.past.world.partner.agencia1, told.second, as)

it('is given by the debtor alone, with why where it is disputed', async () => {
  expect([
    (await closing()).answer,
    (await closing('agencia')).actions,
    (await closing('distribuidor')).actions,
  ]).toEqual(['sin_respuesta', ['answer'], []])
  for (const as of ['banca', 'supervisor', 'distribuidor']) {
    const { status, problem } = await answer({ answer: 'conforme', answers: 0 }, as)
    expect([as, status, problem.code]).toEqual([as, 403, 'not_your_side'])
  }
  const silent = await answer({ answer: 'en_disputa', answers: 0 })
  expect([silent.status, silent.problem.errors?.map(({ path, message }) => [path, message])]).toEqual([
    400,
    [['text', 'Diga qué no está bien']],
  ])
  expect((await answer({ answer: 'conforme', answers: 0 }, 'agencia', 999_999)).problem.code).toBe('not_found')
  const said = await answer({ answer: 'en_disputa', text: 'Faltan los premios del sábado', answers: 0 })
  expect([said.status, said.body.answer, said.body.answers, said.body.comments]).toEqual([200, 'en_disputa', 1, 1])
})

it('is told to the creditor and to the banca, and counted for whoever it waits for', async () => {
  expect(await heard('banca')).toContain('Semana en disputa (advierte)')
  expect(await heard('supervisor')).toContain('Semana en disputa (advierte)')
  expect(await heard('agencia')).toEqual([])
  expect([await waits('banca'), await waits('distribuidor'), await waits('agencia')]).toEqual([1, 1, 0])
  const disputed = await told.app.call(
    accountBalance.closings,
    { query: { answer: 'en_disputa', from: told.second, to: told.second } as never },
    { as: 'banca' },
  )
  expect(disputed.body.data.map((row) => row.id)).toEqual([id])
})

it('has a thread that both sides read and write', async () => {
  const { status } = await told.app.call(
    statements.comment,
    { params: { id }, body: { text: 'Se revisa hoy' } },
    { as: 'distribuidor' },
  )
  expect(status).toBe(200)
  expect(await thread()).toEqual(['Agencia (propio): En disputa: Faltan los premios del sábado', '—: Se revisa hoy'])
  expect(await heard('agencia')).toEqual(['Comentario de una semana (informa)'])
  expect((await told.app.call(statements.comments, { params: { id: 999_999 } }, { as: 'banca' })).problem.code).toBe(
    'not_found',
  )
  expect(
    (await told.app.call(statements.comment, { params: { id: 999_999 }, body: { text: 'Hola' } }, { as: 'banca' }))
      .problem.code,
  ).toBe('not_found')
})

it('is given again as it was seen: of ten at once one is taken, and a second press changes nothing', async () => {
  const all = await Promise.all(
    Array.from({ length: 10 }, () => answer({ answer: 'conforme', text: 'Ya está', answers: 1 })),
  )
  expect(all.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(9).fill(409)])
  const late = all.find(({ status }) => status === 409)!
  expect([late.problem.code, (late.problem as unknown as { current: { answers: number } }).current.answers]).toEqual([
    'changed_meanwhile',
    2,
  ])
  expect(await thread()).toHaveLength(3)
  expect(await waits('banca')).toBe(0)
  expect((await closing()).answer).toBe('conforme')
})

it('stays with the closing that was reopened; the next one is answered anew', async () => {
  await answer({ answer: 'en_disputa', text: 'Sigue faltando un premio', answers: 2 })
  const reopened = await told.app.call(
    accountBalance.reopen,
    { body: { closing_id: id, reason: 'Faltaba un premio' } },
    { as: 'banca' },
  )
  expect([reopened.body.answer, reopened.body.actions]).toEqual(['en_disputa', []])
  expect(await waits('banca')).toBe(0)
  const dead = await answer({ answer: 'conforme', answers: 3 })
  expect([dead.status, dead.problem.code]).toEqual([409, 'week_reopened'])
  await told.close(told.second)
  const next = await closing()
  expect([next.id === id, next.answer, next.answers, next.comments]).toEqual([false, 'sin_respuesta', 0, 0])
  expect(await thread()).toHaveLength(4)
})
