/** What the way from a request to the SQL costs: a 100-row page against a bare server sending the same JSON. */
import fastify from 'fastify'
import { partners } from '../../contract/partners.ts'
import { startApp } from '../support/app.ts'
import { rate, round, type Measured } from './measure.ts'

const clients = 8
const seconds = 5

/** `url` is a seeded banca. Both servers listen, so that both pay for the network. */
export async function benchApi(
  url: string,
  { user, password }: { user: string; password: string },
): Promise<Measured[]> {
  const app = await startApp(url, { password })
  const bare = fastify()
  try {
    const token = await app.signInAs(user)
    const page = `${partners.list.path}?per_page=100`
    const headers = { authorization: `Bearer ${token}` }
    const body = (await app.app.inject({ url: page, headers })).body
    bare.get('/', (_request, reply) => reply.type('application/json').send(body))
    const [ours, theirs] = [
      await app.app.listen({ port: 0, host: '127.0.0.1' }),
      await bare.listen({ port: 0, host: '127.0.0.1' }),
    ]
    const read = async (address: string, init: RequestInit = {}) => (await fetch(address, init)).text()
    await rate(clients, 1, () => read(`${ours}${page}`, { headers }))
    const yardstick = await rate(clients, seconds, () => read(theirs))
    const reached = await rate(clients, seconds, () => read(`${ours}${page}`, { headers }))
    return [
      {
        work: 'una página de 100 filas por la API, con sesión y SQL',
        yardstick: 'un Fastify desnudo que envía el mismo JSON',
        reach: '≥ 60 % de su ritmo',
        measured: `${round((reached / yardstick) * 100, 0)} % (${round(reached, 0)}/s contra ${round(yardstick, 0)}/s)`,
        reached: reached / yardstick >= 0.6,
      },
    ]
  } finally {
    await app.close()
    await bare.close()
  }
}
