/** A server as a process of its own, for tests that kill it: listens on a free port and says which. */
import { build } from '../../server/app.ts'

const url = process.env['DATABASE_URL']
if (!url) throw new Error('DATABASE_URL is missing')
const app = await build({ databases: [{ key: 'principal', url }], rate_per_minute: 1_000_000 })
await app.listen({ port: 0, host: '127.0.0.1' })
const address = app.server.address()
process.stdout.write(`port ${typeof address === 'object' ? address?.port : address}\n`)
