/** Who reads a call in a banca of the tests: whoever has everything, else somebody at a counter. */
import { allows, roles, type Role } from '../../contract/access/rules.ts'
import type { Endpoint } from '../../contract/endpoint.ts'

const whole = { manage_childs: true, awarding_results: true, country_iso2: 'VE' }
const readers: readonly [username: 'banca' | 'agencia' | 'polla', role: Role][] = [
  ['banca', roles[0]],
  ['agencia', 'ADMIN_TAQUILLA'],
  ['polla', 'VEND_TAQUILLA_POLLA'],
]

export function readerOf({ access }: Pick<Endpoint, 'access'>): (typeof readers)[number][0] {
  return readers.find(([, role]) => allows(access, { ...whole, role }))![0]
}
