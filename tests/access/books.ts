/** The lines of the books: accounts that a batch names, and partners that a sheet names. */
import { sql } from 'drizzle-orm'
import { accountBalance } from '../../contract/account-balance.ts'
import { accountEntries } from '../../contract/account-entries.ts'
import { salesControl } from '../../contract/sales-control.ts'
import { askers, isWithin, places } from './relation-banca.ts'
import { listing, trial, type Relation } from './trial.ts'

/** Days of a report in which nothing has to be. */
const aWeek = { from: '2026-01-05', to: '2026-01-11' }

export const bookRelations: Record<string, Relation> = {
  'accountBalance.report': trial(({ app, idOf }) => ({
    places,
    send: (place, as) => app.call(accountBalance.report, { body: { ...aWeek, partner_id: idOf(place) } }, { as }),
  })),
  'accountBalance.reportExport': trial(({ app, idOf }) => ({
    places,
    send: (place, as) => app.call(accountBalance.reportExport, { body: { ...aWeek, partner_id: idOf(place) } }, { as }),
  })),
  'accountBalance.ageing': trial(({ app, idOf }) => ({
    places,
    send: (place, as) => app.call(accountBalance.ageing, { query: { partner_id: idOf(place) } as never }, { as }),
  })),
  'accountBalance.ageingExport': trial(({ app, idOf }) => ({
    places,
    send: (place, as) =>
      app.call(accountBalance.ageingExport, { query: { partner_id: idOf(place), format: 'csv' } as never }, { as }),
  })),
  'accountBalance.debt': trial(({ app, idOf }) => ({
    places,
    send: (place, as) => app.call(accountBalance.debt, { params: { id: idOf(place) } }, { as }),
  })),
  'accountBalance.assign': { none: 'the banca alone passes debts on, of whomever it says' },
  'accountBalance.close': { none: 'the banca alone closes weeks, of whomever it says' },
  'salesControl.update': trial(({ app, idOf, world }) => ({
    places: ['norte', 'sur', 'agencia1', 'agencia2', 'elsewhere'],
    prepare: (place) => world.db.run(sql`DELETE FROM partner_debt_limits WHERE partner_id = ${idOf(place)}`),
    // Nobody sets what is told about itself.
    answer: (place, asker) =>
      !isWithin(place, asker) ? 'not_found' : askers[asker].at === place ? 'own_partner' : 'there',
    send: (place, as) =>
      app.call(
        salesControl.update,
        { params: { id: idOf(place) }, body: { currency: 'BS', week_limit: '10.00', debt_limit: null, version: 0 } },
        { as },
      ),
  })),
  'openings.post': { none: 'the banca alone brings in what was owed before, of whomever its sheet names' },
  'accountEntries.create': trial(({ app, idOf, world }) => ({
    places,
    send: (place, as) => {
      // To and fro in the same account, which whoever may write there may do.
      const line = {
        day: world.today,
        partner_id: idOf(place),
        account: 'ajustes' as const,
        currency: 'BS' as const,
        memo: 'De prueba',
      }
      const entries = [
        { ...line, debit: '1.00' },
        { ...line, credit: '1.00' },
      ]
      return app.call(accountEntries.create, { body: { entries } }, { as })
    },
  })),
  'accountEntries.partnersNamed': listing((banca) => ({
    places,
    shown: async (as) => {
      const rows = await banca.world.db.rows<{ id: number; code: string }>(sql`SELECT id, code FROM partners`)
      const { body } = await banca.app.call(
        accountEntries.partnersNamed,
        { body: { texts: rows.map(({ code }) => code) } },
        { as },
      )
      const found = body.data.flatMap(({ partner, near }) => [partner, ...near].flatMap((one) => one?.id ?? []))
      return places.filter((place) => found.includes(banca.idOf(place)))
    },
  })),
  'accountEntries.openAccount': trial(({ app, idOf }) => ({
    places,
    // Everybody has it from the first day.
    there: 'account_open',
    send: (place, as) =>
      app.call(
        accountEntries.openAccount,
        { body: { partner_id: idOf(place), account: 'ajustes', currency: 'BS' } },
        { as },
      ),
  })),
}
