/** What the description promises whoever reads it: a public linter finds nothing, and nothing is left unsaid. */
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { callExamples } from '@contract/examples.ts'
import { isStreamed } from '@contract/endpoint.ts'
import { everyEndpoint, entities } from '@contract/index.ts'
import { problems } from '@contract/problems.ts'
import { refusalsOf } from '@contract/refusals.ts'
import { openapi } from './document.ts'
import type { Json } from './shapes.ts'

interface Response {
  description: string
  headers?: Record<string, Json>
  content: Record<string, { schema: Json; examples?: Record<string, Json> }>
}
interface Operation {
  operationId: string
  tags: string[]
  summary: string
  description: string
  parameters?: Json[]
  requestBody?: { required: boolean; content: Record<string, { schema: Json; example?: unknown }> }
  responses: Record<string, Json>
  security: Json[]
}
interface Document {
  info: Record<string, unknown>
  servers: { url: string }[]
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, Operation>>
  components: Record<string, Record<string, Json>>
}

let text: string
let document: Document
const operations = new Map<string, Operation>()
beforeAll(() => {
  text = JSON.stringify(openapi())
  document = JSON.parse(text) as Document
  for (const path of Object.values(document.paths))
    for (const one of Object.values(path)) operations.set(one.operationId, one)
})

/** What a pointer points at, or the thing itself. */
function found<T>(one: Json): T {
  if (typeof one.$ref !== 'string') return one as T
  const [kind = '', name = ''] = one.$ref.replace('#/components/', '').split('/')
  return document.components[kind]![name] as T
}
const operationOf = (call: string) => operations.get(call)!
const calls = everyEndpoint().map((one) => ({ ...one, call: `${one.entity}.${one.name}` }))

describe('the description', () => {
  it('gives a public linter nothing to find', async () => {
    const config = await createConfig({ extends: ['recommended'] })
    const faults = await lintFromString({ source: text, absoluteRef: 'openapi.json', config })
    expect(faults.map(({ severity, ruleId, message }) => `${severity} ${ruleId}: ${message}`)).toEqual([])
  })

  it('has every call of the contract once, each in words', () => {
    expect([...operations.keys()].sort()).toEqual(calls.map(({ call }) => call).sort())
    for (const { summary, description, operationId } of operations.values())
      expect([operationId, summary.length > 5, /^(\*\*|Cualquiera)/.test(description)]).toEqual([
        operationId,
        true,
        true,
      ])
  })

  it('says of itself whose it is, and of each entity what it is', () => {
    expect(document.info).toMatchObject({ title: 'Sorteo', version: expect.stringMatching(/^\d+\.\d+\.\d+$/) })
    expect(document.servers.map(({ url }) => url)).toEqual(['/'])
    expect(document.tags.map(({ name }) => name).sort()).toEqual(Object.keys(entities).sort())
  })

  it('says of each parameter what it is', () => {
    const silent = [...operations.values()].flatMap(({ operationId, parameters = [] }) =>
      parameters
        .map((one) => found<Json>(one))
        .filter(({ description }) => !description)
        .map(({ name }) => `${operationId} ${String(name)}`),
    )
    expect(silent).toEqual([])
  })

  it('has each shape once: what it grew by is words', () => {
    const sizes = Object.entries(document.components['schemas']!).map(([name, one]) => [JSON.stringify(one), name])
    const twice = sizes.filter(([one], at) => one!.length > 1_000 && sizes.findIndex(([other]) => other === one) < at)
    expect(twice.map(([, name]) => name)).toEqual([])
    // With each call it grows by what that call is.
    expect(JSON.stringify(document.components['schemas']).length / calls.length).toBeLessThan(1_100)
    expect(text.length / calls.length).toBeLessThan(3_500)
  })
})

describe('a call', () => {
  it.each(calls.map((one) => [one.call, one] as const))('%s tells each way in which it fails', (call, { endpoint }) => {
    const { responses } = operationOf(call)
    for (const code of refusalsOf(call, endpoint)) {
      const { description, content } = found<Response>(responses[String(problems[code].status)]!)
      expect(description).toContain(`\`${code}\`: ${problems[code].detail}`)
      const { value } = found<{ value: Json }>(content['application/problem+json']!.examples![code]!)
      expect(value).toMatchObject({ code, status: problems[code].status, detail: problems[code].detail })
    }
  })

  it('that moves money asks for a key; other writes take one, and readings do not', () => {
    const keyOf = (call: string) =>
      operationOf(call)
        .parameters?.map((one) => found<Json>(one))
        .find(({ name }) => name === 'Idempotency-Key')
    for (const { call, endpoint } of calls)
      if (endpoint.moves_money) expect([call, keyOf(call)?.required]).toEqual([call, true])
    expect(keyOf('agencies.create')).toMatchObject({ in: 'header' })
    expect(keyOf('agencies.create')).not.toHaveProperty('required')
    expect([keyOf('agencies.list'), keyOf('quotas.list'), keyOf('session.open')]).toEqual([
      undefined,
      undefined,
      undefined,
    ])
  })

  it('that takes a file takes a form, and one that answers a file says of what kinds', () => {
    expect(Object.keys(operationOf('images.upload').requestBody!.content)).toEqual(['multipart/form-data'])
    const { content, headers } = found<Response>(operationOf('grossSales.export').responses['200']!)
    expect(Object.keys(content)).toEqual([
      'text/csv',
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    ])
    expect(Object.keys(headers!)).toContain('Content-Disposition')
  })

  it('says who may make it, by role and permission', () => {
    const { description, security } = operationOf('agencies.create')
    expect(description).toContain('Administrador de banca (`ADMIN_BANCA`), Distribuidor (`DISTRIBUIDOR`)')
    expect(description).toContain('`manage_childs`')
    expect(security).toEqual([{ bearer: [] }])
    expect(operationOf('session.refresh').security).toEqual([{ refresh: [] }])
    expect(operationOf('polla.publicResults').security).toEqual([])
  })
})

describe('the examples', () => {
  it.each(Object.entries(callExamples))('of %s travel as its schemas have them', (call, example) => {
    const { endpoint } = calls.find((one) => one.call === call)!
    const { response, body } = endpoint
    if (isStreamed(response)) throw new Error(`${call} answers no JSON`)
    expect(response.parse(example.answer)).toEqual(example.answer)
    expect(body?.parse(example.body) ?? undefined).toEqual(example.body)
    const { requestBody, responses } = operationOf(call)
    expect(requestBody?.content['application/json']?.example).toEqual(example.body)
    expect(Object.values(responses)[0]).toMatchObject({ content: { 'application/json': { example: example.answer } } })
  })
})
