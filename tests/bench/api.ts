/** What the way from a request to the SQL costs: a 100-row page against a bare server that runs the same statements. */
import fastify from 'fastify'
import { partners } from '../../contract/partners.ts'
import { createPool } from '../../server/platform/db/connect.ts'
import { startApp } from '../support/app.ts'
import { statementsOf } from './bare.ts'
import { rate, rivalRates, round, type Measured } from './measure.ts'

const clients = 8
const seconds = 5
const least = 0.8

/** `url` is a seeded banca. Both servers listen, so that both pay for the network. */
export async function benchApi(
  url: string,
  { user, password }: { user: string; password: string },
): Promise<Measured[]> {
  const app = await startApp(url, { password })
  const bare = fastify()
  const pool = createPool(url, { max: clients })
  try {
    const token = await app.signInAs(user)
    const page = `${partners.list.path}?per_page=100`
    const headers = { authorization: `Bearer ${token}` }
    const ours = await app.app.listen({ port: 0, host: '127.0.0.1' })
    const read = async (address: string, init: RequestInit = {}) => {
      const reply = await fetch(address, init)
      const text = await reply.text()
      if (reply.status !== 200) throw new Error(`${address}: ${reply.status} ${text}`)
    }
    const own = () => read(`${ours}${page}`, { headers })
    // The second time, when what is remembered is. What the clock writes meanwhile is not the call's.
    await own()
    const statements = (await statementsOf(own)).filter(({ text }) => !text.includes('call_counts'))
    bare.get('/', async (_request, reply) => {
      const client = await pool.connect()
      try {
        const sets: object[][] = []
        for (const statement of statements) sets.push((await client.query<object>(statement)).rows)
        return reply
          .type('application/json')
          .send(JSON.stringify(sets.reduce((most, set) => (set.length > most.length ? set : most))))
      } finally {
        client.release()
      }
    })
    const theirs = await bare.listen({ port: 0, host: '127.0.0.1' })
    const works = { ours: own, theirs: () => read(theirs) }
    for (const work of Object.values(works)) await rate(clients, 1, work)
    const rates = await rivalRates(works, { clients, seconds })
    const share = rates.ours / rates.theirs
    return [
      {
        work: 'una página de 100 filas por la API, con sesión y SQL',
        yardstick: 'un Fastify desnudo con la misma sentencia y JSON.stringify',
        reach: `≥ ${least * 100} % de su ritmo`,
        measured: `${round(share * 100, 0)} % (${round(rates.ours, 0)}/s contra ${round(rates.theirs, 0)}/s)`,
        reached: share >= least,
      },
    ]
  } finally {
    await app.close()
    await bare.close()
    await pool.end()
  }
}
