/** Funds of a till: made, filled, looked at, and what waits for them decided. */
import { cashFunds, type FundRow } from '../../contract/cash-funds.ts'
import { fundMovements, type FundMovementRow } from '../../contract/fund-movements.ts'
import type { Till } from './till-setup.ts'

export const codeOf = ({ status, problem }: { status: number; problem?: { code?: string } }) =>
  status < 300 ? status : problem?.code
/** Which fields it blames, and why. */
export const faultsOf = ({ problem }: { problem?: { errors?: { path: string; code?: string }[] } }) =>
  problem?.errors?.map(({ path, code }) => [path, code])

let made = 0

/** Calls about funds; `till` is open when they are made. */
export function fundCalls(till: () => Till) {
  const call: Till['app']['call'] = (...args) => till().app.call(...args)
  const create = (more: object = {}, as = 'banca', key?: string) =>
    call(
      cashFunds.write,
      { body: { action: 'crear', name: `Fondo ${++made}`, status: 'activo', ...more } as never },
      { as, ...(key && { key }) },
    )
  const move = (fund_id: number, more: object = {}, as = 'banca', key?: string) => {
    const usual = { direction: 'entra', against: 'fuera', currency: 'BS', amount: '100.00' }
    return call(
      cashFunds.write,
      { body: { action: 'mover', fund_id, ...usual, ...more } as never },
      { as, ...(key && { key }) },
    )
  }
  return {
    create,
    move,
    fundOf: async (as = 'banca', more: object = {}): Promise<FundRow> => (await create(more, as)).body,
    /** One with so much in it; its number. */
    filled: async (as: string, amount: string): Promise<number> => {
      const { id } = (await create({}, as)).body
      await move(id, { amount }, as)
      return id
    },
    show: async (id: number, as = 'banca') => (await call(cashFunds.show, { params: { id } }, { as })).body,
    history: (fund_id: number, more: object = {}, as = 'banca') => {
      const { today } = till().world
      return call(cashFunds.history, { query: { fund_id, from: today, to: today, ...more } as never }, { as })
    },
    waiting: async (as: string, more: object = {}) =>
      (await call(fundMovements.list, { query: { state: 'por_aceptar', ...more } as never }, { as })).body.data,
    decide: (
      name: 'accept' | 'refuse' | 'takeBack',
      { id, version }: Pick<FundMovementRow, 'id' | 'version'>,
      as: string,
      key?: string,
    ) =>
      call(
        fundMovements[name],
        { params: { id }, body: { version, ...(name === 'refuse' && { observation: 'No llegó el dinero' }) } as never },
        { as, ...(key && { key }) },
      ),
  }
}
