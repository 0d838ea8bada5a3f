/**
 * Screens of today's sales in a process of their own: each a live connection, which reads its figures again when it is
 * told of a movement, as the console does: at most every two seconds, and not while it still reads. Says `watching`
 * when all are told for the first time; on SIGTERM, what they heard and read, as JSON.
 */
import { onlineSales } from '../../contract/online-sales.ts'

const [url = '', screens = '0', ...tokens] = process.argv.slice(2)
const gap_ms = 2_000
const tally = { open: 0, heard: 0, read: 0, busy: 0, failed: 0 }
let first = 0

async function read(headers: Record<string, string>): Promise<void> {
  const reply = await fetch(`${url}${onlineSales.partner.path}?per_page=100`, { headers })
  await reply.arrayBuffer()
  if (reply.ok) tally.read += 1
  else if (reply.status === 503) tally.busy += 1
  else tally.failed += 1
}

async function watch(token: string): Promise<void> {
  const headers = { authorization: `Bearer ${token}`, timezone: 'America/Caracas' }
  const reply = await fetch(url + onlineSales.live.path, { headers })
  if (!reply.ok || !reply.body) throw new Error(`${reply.status} ${await reply.text()}`)
  tally.open += 1
  let reading: Promise<void> | undefined
  let owed = false
  const again = (): void => {
    owed = false
    reading = Promise.all([read(headers), new Promise((resolve) => setTimeout(resolve, gap_ms))])
      .catch(() => void (tally.failed += 1))
      .then(() => {
        reading = undefined
        if (owed) again()
      })
  }
  let begun = false
  for await (const text of reply.body.pipeThrough(new TextDecoderStream())) {
    const told = text.split('event: movido').length - 1
    if (told === 0) continue
    tally.heard += told
    if (!begun) {
      begun = true
      first += 1
      if (first === Number(screens) * tokens.length) process.stdout.write('watching\n')
    }
    if (reading) owed = true
    else again()
  }
  tally.open -= 1
}

process.on('SIGTERM', () => {
  process.stdout.write(`${JSON.stringify(tally)}\n`, () => process.exit(0))
})
await Promise.all(tokens.flatMap((token) => Array.from({ length: Number(screens) }, () => watch(token))))
