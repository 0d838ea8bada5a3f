/** What a dialog shows before a debt is passed on. */
import { describe, expect, it } from 'vitest'
import { leftBy, type Creditor } from './assigning.ts'

const [banca, norte, sur, este] = [1, 2, 3, 4] as const
const creditor = (id: number, name: string, line: number[], owed: string, debt: string | null): Creditor => ({
  id,
  name,
  code: name,
  is_current: false,
  line,
  owed,
  debt,
})
const ofSur = creditor(sur, 'Sur', [sur, norte, banca], '100.00', '80.00')
const ofNorte = creditor(norte, 'Norte', [norte, banca], '0.00', '90.00')
const ofEste = creditor(este, 'Este', [este, banca], '5.00', '7.00')
const told = (from: Creditor, to: Creditor, amount: string) =>
  leftBy({ from, to, amount }).map(({ label, before, after }) => [label, before, after].join(' '))

describe('a debt passed on', () => {
  it('is owed to the other one, and both owe more or less by it', () => {
    expect(told(ofSur, ofEste, '30.00')).toEqual([
      'Le debe a Sur 100.00 70.00',
      'Le debe a Este 5.00 35.00',
      'Saldo de Sur 80.00 50.00',
      'Saldo de Este 7.00 37.00',
    ])
  })

  it('changes nothing of whoever stands in both lines, and the banca owes nobody', () => {
    expect(told(ofSur, ofNorte, '100.00')).toEqual([
      'Le debe a Sur 100.00 0.00',
      'Le debe a Norte 0.00 100.00',
      'Saldo de Sur 80.00 -20.00',
      'Saldo de Norte 90.00 90.00',
    ])
    expect(told(ofEste, creditor(banca, 'Banca', [banca], '0.00', null), '5.00')).toEqual([
      'Le debe a Este 5.00 0.00',
      'Le debe a Banca 0.00 5.00',
      'Saldo de Este 7.00 2.00',
    ])
  })

  it('of what is owed to the partner goes the other way', () => {
    expect(told({ ...ofSur, owed: '-40.00' }, ofEste, '10.00')).toEqual([
      'Le debe a Sur -40.00 -30.00',
      'Le debe a Este 5.00 -5.00',
      'Saldo de Sur 80.00 90.00',
      'Saldo de Este 7.00 -3.00',
    ])
  })
})
