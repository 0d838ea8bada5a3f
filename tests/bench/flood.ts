/**
 * Three hundred callers with one session, in a process of their own, each asking for the same report again and
 * again until it is killed; one that is told to come later does. Says `flooding` when all have asked.
 */
const [address = '', token = '', callers = '300'] = process.argv.slice(2)
let asked = 0

async function ask(): Promise<void> {
  for (;;) {
    const call = fetch(address, { headers: { authorization: `Bearer ${token}` } })
    asked += 1
    if (asked === Number(callers)) process.stdout.write('flooding\n')
    const reply = await call
    await reply.text()
    if (reply.status === 503)
      await new Promise((resolve) => setTimeout(resolve, Number(reply.headers.get('retry-after')) * 1_000))
  }
}

await Promise.all(Array.from({ length: Number(callers) }, ask))
