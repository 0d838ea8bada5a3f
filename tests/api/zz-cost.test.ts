import { readFileSync } from 'node:fs'
import { it } from 'vitest'
import { startApp } from '../support/app.ts'
import { createDatabase } from '../support/postgres.ts'
import { createWorld } from '../support/world.ts'
const one = (p: string) => Number(readFileSync(p + '/cpuacct.usage', 'utf8')) / 1e9
const usage = () => [one(process.env['METER_CG']!), one('/sys/fs/cgroup/cpuacct/suitepg')]
async function cost<T>(name: string, work: () => Promise<T>): Promise<T> {
  const [a, t] = [usage(), Date.now()]
  const r = await work()
  const b = usage()
  console.log(`COST ${name}: node ${(b[0]! - a[0]!).toFixed(3)} pg ${(b[1]! - a[1]!).toFixed(3)} cpu s, ${((Date.now() - t) / 1000).toFixed(2)} s`)
  return r
}
it('costs', async () => {
  for (let i = 0; i < 4; i++) {
    const d = await cost('database', createDatabase)
    const w = await cost('world', () => createWorld(d.url))
    const a = await cost('app', () => startApp(d.url))
    await cost('sign in', () => a.signInAs('banca'))
    await cost('close app', () => a.close())
    await cost('close world', () => w.close())
    await cost('drop', () => d.drop())
  }
})
