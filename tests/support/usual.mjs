/**
 * What the usual run (`npm test`) leaves to `npm run test:long`, which runs all there is: whole files, and tests of files of
 * which it keeps others. Of each kind it keeps one case, and of what moves money or decides a right whatever a cent or a
 * right hangs on; each group says what still proves its kind. Whoever runs a file by its name runs all of it.
 *
 * How often races and models are tried in either run stands in `length.ts`.
 * @typedef {{ kind: string, stays: string[], files?: string[], tests?: Record<string, string[]> }} Left
 */

/** @type {Left[]} */
const inTheBrowser = [
  {
    kind: 'reports: each in every way, what its links, charts and files say, and its frame on every screen',
    stays: [
      'tests/e2e/reports.test.ts',
      'tests/e2e/report-frame.test.ts',
      'tests/e2e/charts.test.ts',
      'tests/api/report-links.test.ts',
      'tests/e2e/work.test.ts',
      'tests/e2e/left-files.test.ts',
      'tests/api/analytics.test.ts',
      'src/kit/screen/report-screen.test.tsx',
    ],
    files: [
      'tests/e2e/every-report.test.ts',
      'tests/e2e/report-links.test.ts',
      'tests/e2e/laptop.test.ts',
      'tests/e2e/movement-reports.test.ts',
      'tests/e2e/sales-control.test.ts',
      'tests/e2e/analytics.test.ts',
    ],
    tests: {
      'tests/e2e/charts.test.ts': [
        'opens, on a piece of a stack, the rows of its series alone',
        'reads with a first touch and opens with a second one',
        'looks closer at exactly the days that a stroke was drawn over',
        'a chart that nobody touches asks for no frames, and is drawn anew as its place turns wider',
      ],
      'tests/e2e/report-frame.test.ts': [
        'keeps a view’s longest name in it, and refuses a longer one instead of cutting it',
        'keeps the refresh beside what the figures speak of, however long that is',
        'moves on from whatever lies under the pointer, once that is at its end',
        'leaves its rows their place on a laptop',
        'is one key from a dashboard and from the report, one search from anywhere, and no key in a field',
        'is arranged by keyboard alone, in three densities, by day and by night',
        'is emptied by a mark of 24 pixels that moves nothing',
        'are read to their end, where they differ, on a desk and on a phone',
        'has the columns that somebody chose with the mouse, after a reload too, and gives them back',
      ],
      'tests/e2e/report-states.test.ts': ['is for everybody'],
      'tests/e2e/online.test.ts': [
        'every tab opens by its address, a row opens the partners below it, and all of it fits a phone by night',
        'asks every fifteen seconds where it may not listen, and says so',
      ],
      'tests/e2e/printing.test.ts': [
        'holds every line of one draw, and names it',
        'holds every number of one draw in the order of the screen, though more than a page of it',
        'offers the file where there are too many rows for paper',
      ],
      'tests/e2e/work.test.ts': [
        'stand on the dashboard from the banca’s thresholds on, and lead to where they are seen',
        'are no matter of thresholds for who only supervises',
        'filtered by level and taken away as a file holds the same rows and the same total',
        'tell which agency fell most against the same weekdays, and with what product, in one choice; the file says the same',
      ],
      'tests/e2e/reports.test.ts': [
        'tell which agency fell most against the same weekdays, and its press which product is to blame',
        'is made although its tab closes, and found in the bell; so is a view that is followed',
      ],
    },
  },
  {
    kind: 'the registry: a form, a list and a workbook of another entity than the one that is kept',
    stays: [
      'tests/e2e/work.test.ts',
      'tests/e2e/rates-and-network.test.ts',
      'tests/e2e/registry-states.test.ts',
      'tests/api/updates.test.ts',
      'tests/e2e/everybody.test.ts',
      'tests/api/first-steps.test.ts',
      'tests/api/users.test.ts',
      'tests/api/ticket-offices.test.ts',
      'tests/api/distributors.test.ts',
      'resources/distributors/tree.test.tsx',
    ],
    files: [
      'tests/e2e/by-hand.test.ts',
      'tests/e2e/updates.test.ts',
      'tests/e2e/updates-store.test.ts',
      'tests/e2e/affiliates.test.ts',
      'tests/e2e/first-hour.test.ts',
      'tests/e2e/ticket-offices.test.ts',
      'tests/e2e/rates.test.ts',
    ],
    tests: {
      'tests/e2e/game-desk.test.ts': [
        'of everything a filter names change at once, for exactly as many as were shown',
        'have a ceiling for the whole banca, which is typed in its sheet',
        'whose draw nobody knows yet is annulled with a reason, and gives its numbers back',
        'is given a logo, which is shown and kept, and taken away again',
        'pays another multiplier from then on, draws at another hour, and shows the picture it was given',
        'that won is found by its serial and paid once, whoever else has it open',
      ],
      'tests/e2e/registry-states.test.ts': [
        'on the banca’s settings it comes into sight from the end of the form',
        'who answers for an agency is not replaced when somebody else chose meanwhile, and can be chosen again',
        'a draw is not suspended without saying what becomes of it and why, and the first that lacks has the keyboard',
        'a workbook that says what already is says so, and offers nothing to apply',
        'the days that an affiliate sold have their room on a low window, and a drawing when it is asked for',
        'the title of a screen stands while its code comes',
      ],
      'tests/e2e/work.test.ts': [
        'a name in use is told by its field, and nothing is lost',
        'one is created, enters with the password told, chooses another, and can be put out',
      ],
    },
  },
  {
    kind: 'the frame: a second tab, phone or end of what is kept once',
    stays: [
      'tests/e2e/menu.test.ts',
      'tests/e2e/keys.test.ts',
      'tests/e2e/left-files.test.ts',
      'tests/e2e/cross-db.test.ts',
      'tests/e2e/first-look.test.ts',
      'resources/help.test.ts',
      'tests/api/cross-db.test.ts',
    ],
    files: ['tests/e2e/help.test.ts'],
    tests: {
      'tests/e2e/cross-db.test.ts': [
        'says where it is switched on, while it is not',
        'puts what is refused on its field, keeps no password, and then shows the way there',
        'asks before unsaved work is left, and shows nothing of one banca kept in the other',
        'opens there once one goes there, and shows nothing of this one',
        'says that it is not registered to whoever has not, and leads on',
        'shows each by its own day and currencies, leads into each, and stays when one is away',
        'is told to whoever is inside, who is back in their own with one press',
        'is done by keys alone, shows that banca and its rows only, and comes back by the palette',
      ],
      'tests/e2e/keys.test.ts': [
        'goes over the border of a page and back, keeps the filter, and asks for what is unsaved',
      ],
      'tests/e2e/left-files.test.ts': [
        'is told no more once it was closed, nor once it was taken in the bell',
        'is told in every tab of who left it until one takes it, and to nobody else',
        'says why there is none',
      ],
    },
  },
  {
    kind: 'the game: what is done with draws, numbers and results in another way than the one that is kept',
    stays: [
      'tests/e2e/award-by-keys.test.ts',
      'tests/e2e/game-draws.test.ts',
      'tests/api/counter-live.test.ts',
      'tests/races/award.test.ts',
      'tests/api/result-file.test.ts',
      'tests/api/blocked-numbers.test.ts',
      'tests/api/manage-draws.test.ts',
      'tests/api/award-correction.test.ts',
      'tests/e2e/counter.test.ts',
    ],
    files: ['tests/e2e/draw-news.test.ts'],
    tests: {
      'tests/e2e/award-by-keys.test.ts': [
        'goes on from what it noted for somebody else to confirm, without a key between',
        'goes on before the server has answered, and back to what it refuses with what was typed',
        'three draws as fast as keys go, each call 1.5 s late, one refused: it comes back with its text, and nothing is awarded twice',
        'takes keys at the draw that is chosen in the very moment in which it goes on to another',
        'asks before leaving what is not awarded yet, and sends no more of it behind whoever left',
        'two people at the same draw at once: one awards, the other is told and sees what stands',
        'a session that ends in the middle is opened again where it was, and what was confirmed is awarded once',
        'without a network nothing is lost, and an answer that was lost on its way awards nothing twice',
      ],
      'tests/e2e/game-draws.test.ts': [
        'keeps every zero, asks about those that were lost, and awards what is confirmed',
        'blocked on the board is refused to whoever sells it, and sold again once the block is lifted',
        'says what did not come, whichever of its calls it was, and shows it once it is asked for again',
        'is awarded once a second person has written the same, and then corrected',
      ],
    },
  },
  {
    kind: 'the counter and the till: on a phone, for everybody, and movements of another kind than those that are kept',
    stays: [
      'tests/e2e/counter.test.ts',
      'tests/e2e/polla.test.ts',
      'tests/e2e/till-day.test.ts',
      'tests/e2e/till-movements.test.ts',
      'tests/e2e/cash-register.test.ts',
      'tests/api/outcomes.test.ts',
      'tests/e2e/refunds.test.ts',
      'tests/api/clients-asked.test.ts',
      'tests/api/cash-funds.test.ts',
      'tests/api/prepaid.test.ts',
      'tests/api/returned-registers.test.ts',
      'tests/races/prepaid.test.ts',
    ],
    files: ['tests/e2e/counter-client.test.ts', 'tests/e2e/funds.test.ts', 'tests/e2e/prepaid.test.ts'],
    tests: {
      'tests/e2e/cash-register.test.ts': [
        'counts and sends with a thumb on a phone, what is missing always in sight',
        'works for the office that it chooses, on a phone as well',
        'opens the first register, counts it and sends it with the keyboard alone; the paper says how it stands',
        'returns a register with a word, its teller counts again, and it approves it',
      ],
      'tests/e2e/counter.test.ts': [
        'is for everybody, on a phone and on a desk, with each of its faces',
        'of an agency with several offices sells for the one that is chosen',
        'sells by thumb: pad, board and a key in sight, with no sideways scroll',
        'keeps a wrong text, selected, and repeats the last ticket only after asking',
        'says of a blocked number what stands against it, and the key that sells says the next step',
        'strikes what closes in mid-ticket, and passes it to the next draw by a key',
      ],
      'tests/e2e/counter-sight.test.ts': [
        'says there too that the ticket was sold, after one that was adjusted',
        'has all hours in one row, with the next to close and the chosen one in sight',
      ],
      'tests/e2e/polla.test.ts': [
        'on a phone keeps what is chosen and what sells it in sight, wherever the board is scrolled to',
        'is left as it stood by Ctrl+K and Escape, in the middle of a code, and sells nothing',
        'is put to a client by its document, who is new once and known from then on',
        'every screen of it is for everybody, on a phone and on a desk',
        'asks before the same polla is sold twice, and the arrows and Space choose as well',
        'is annulled from its drawer, which tells what it undoes',
      ],
      'tests/e2e/till-movements.test.ts': [
        'writes an outcome of one of its offices with the same keys',
        'an income is written on a phone, and nothing leaves its width',
        'without an open register the page says so and leads to what opens it',
        'and in one that came back what was written is corrected, by keyboard, and nothing new is',
        'writes into the drawer of the one office there is for them',
        'an agency writes one for an office, finds it in its list, and takes it out again',
        'an agency says what is counted, and makes a kind that a counter then offers',
        'takes and refuses what its offices give to its fund, with the same keys',
        'is an outcome, or given to another drawer, which accepts it or refuses it',
        'is corrected at the counter beside the open one of today, with the keyboard, and expects what it says now',
      ],
      'tests/e2e/refunds.test.ts': [
        'is found by a filter, told with its last day, and given back once with the receipt’s code',
        'of an annulment from above waits at the counter, and the question says so',
      ],
    },
  },
  {
    kind: 'the books: the same screens by keys alone, on a phone, on paper, or from another door',
    stays: [
      'tests/e2e/account-balance.test.ts',
      'tests/e2e/account-entries.test.ts',
      'tests/e2e/payments.test.ts',
      'tests/e2e/statements.test.ts',
      'tests/api/payments.test.ts',
      'tests/api/external-sales.test.ts',
      'tests/api/accounts.test.ts',
      'tests/api/openings.test.ts',
      'tests/api/weekly-close.test.ts',
      'tests/api/transactions.test.ts',
      'tests/api/debt-ages.test.ts',
    ],
    files: [
      'tests/e2e/payment-sides.test.ts',
      'tests/e2e/external.test.ts',
      'tests/e2e/accounts.test.ts',
      'tests/e2e/weekly-close.test.ts',
      'tests/e2e/transactions.test.ts',
      'tests/e2e/debt-ages.test.ts',
    ],
    tests: {
      'tests/e2e/account-balance.test.ts': [
        'names who keeps a week open, and leads to the day of the draw that has no result',
        'is read by an agency as its own, and closed by nobody but the banca',
        'passes what an agency owes to another creditor, and shows before what it leaves',
      ],
      'tests/e2e/account-entries.test.ts': [
        'leads from a class to its accounts, to their lines and to one entry, and the figures agree',
        'a batch that is refused keeps its lines, with why on each, and leaving asks',
      ],
      'tests/e2e/statements.test.ts': [
        'goes on paper, into a picture of a phone’s width and into a workbook, each with what it says on screen',
        'is one of all of a week: on paper together, and in one file that is prepared apart',
        'is given on the page by who owes, seen by whom it is owed to, talked about, and given again by keyboard',
      ],
    },
  },
]

/** @type {Left[]} */
const ofTheServer = [
  {
    kind: 'the demo and the bench: what they are made of and ask, beyond what every test over them would miss',
    stays: ['tests/api/settlement-seed.test.ts', 'tests/api/polla-seed.test.ts', 'tests/e2e/menu.test.ts'],
    files: [
      'tests/api/till-seed.test.ts',
      'tests/api/seed.test.ts',
      'tests/api/seed-hours.test.ts',
      'tests/api/bench-lists.test.ts',
    ],
  },
  {
    kind: 'figures, files, filters, orders and names of every list and statement, for every zone',
    stays: [
      'tests/api/proof.test.ts',
      'tests/api/figure-model.test.ts',
      'tests/api/analytics.test.ts',
      'tests/api/kpis.test.ts',
      'tests/api/statements.test.ts',
      'tests/api/lists.test.ts',
      'tests/api/whole-money.test.ts',
      'tests/api/report-links.test.ts',
      'tests/api/reports.test.ts',
      'tests/api/ticket-reports.test.ts',
      'tests/api/daily-sales.test.ts',
      'tests/api/clients.test.ts',
    ],
    files: [
      'tests/api/statements-proof.test.ts',
      'tests/api/workbooks.test.ts',
      'tests/api/names.test.ts',
      'tests/api/filters.test.ts',
      'tests/api/report-orders.test.ts',
      'tests/api/kpis-numbers.test.ts',
      'tests/api/ticket-reports-prizes.test.ts',
      'tests/api/ticket-reports-draws.test.ts',
      'tests/api/daily-bets.test.ts',
      'tests/api/draw-figures.test.ts',
      'tests/api/clients-listed.test.ts',
    ],
  },
  {
    kind: 'kills, breakdowns, sessions of two bancas and upgrades beyond those of what is sold, awarded, paid and closed',
    stays: [
      'tests/races/kill.test.ts',
      'tests/races/kill-award.test.ts',
      'tests/races/kill-payments.test.ts',
      'tests/races/kill-close.test.ts',
      'tests/races/upgrade-books.test.ts',
      'tests/api/cross-db.test.ts',
      'tests/races/cross-db.test.ts',
      'server/platform/db/backup/backup.test.ts',
      'tests/races/kill-registers.test.ts',
      'tests/races/books.test.ts',
      'tests/api/proof.test.ts',
      'tests/api/unavailable.test.ts',
    ],
    files: [
      'tests/races/kill-registry.test.ts',
      'tests/races/upgrade.test.ts',
      'tests/races/backup.test.ts',
      'tests/races/replica.test.ts',
      'tests/races/cross-db-model.test.ts',
      'tests/races/lost-database.test.ts',
      'tests/races/fault.test.ts',
      'tests/api/rebuild.test.ts',
      'tests/api/settlement-migration.test.ts',
      'tests/api/prizes-migration.test.ts',
      'tests/api/refunds-migration.test.ts',
      'tests/api/names-migration.test.ts',
      'tests/api/commissions-migration.test.ts',
      'tests/api/agency-moves-migration.test.ts',
      'tests/api/oldest-postgres.test.ts',
    ],
  },
  {
    kind: 'programs beside the server: a client of its description, a wrong database, pictures of an old version, a flood of the log',
    stays: [
      'server/platform/openapi/document.test.ts',
      'tests/api/unavailable.test.ts',
      'tests/api/images.test.ts',
      'tests/api/create-admin.test.ts',
    ],
    files: [
      'tests/api/generated-client.test.ts',
      'tests/api/start-refused.test.ts',
      'tests/api/images-migration.test.ts',
      'tests/api/log-lines.test.ts',
    ],
  },
  {
    kind: 'files that come in: further layouts, sizes and breaks of what one of each kind is read from',
    stays: [
      'tests/api/external-sales.test.ts',
      'tests/api/external-files.test.ts',
      'tests/api/external.test.ts',
      'tests/api/hostile-files.test.ts',
      'tests/api/result-file.test.ts',
      'tests/api/updates.test.ts',
      'tests/api/updates-store.test.ts',
      'tests/api/network-apply.test.ts',
      'server/platform/apart/apart.test.ts',
    ],
    files: [
      'tests/api/external-own-files.test.ts',
      'tests/api/external-sales-nested.test.ts',
      'tests/api/external-sales-again.test.ts',
      'tests/api/external-under-review.test.ts',
      'tests/api/network-lists.test.ts',
      'tests/api/history-import.test.ts',
      'tests/api/own-files.test.ts',
    ],
    tests: {
      'tests/api/result-file.test.ts': ['of as many lines as one may have goes in at once'],
      'tests/api/updates.test.ts': ['of 200 MB is read in a process of its own, which never holds it'],
      'tests/api/updates-store.test.ts': [
        'broken in the middle goes on with what is missing, as the store tells it, and ends equal',
        'that the store lost meanwhile is begun anew, and goes on where the store put it together already',
        'of which the store loses a part while it puts it together is not whole',
        'announced by two at once is one',
        'is another than was announced, though the store took each part',
        'goes out by an address that is good for a while, from any byte, and through the server too',
        'goes with its version, and what nobody ended with the sweep',
        'is not left behind where the store is away when its version goes',
        'what is in the store is served from there when new ones go into the database again',
      ],
    },
  },
  {
    kind: 'several at once, or in any order, at the registry, schedules, later draws of a line and the log’s seals',
    stays: [
      'tests/races/removal.test.ts',
      'tests/races/back-office.test.ts',
      'tests/races/ticket-offices.test.ts',
      'tests/api/agency-moves.test.ts',
      'tests/api/settlement-order.test.ts',
      'tests/api/award-oracle.test.ts',
      'tests/api/draws.test.ts',
      'tests/api/products.test.ts',
      'tests/api/audit-log.test.ts',
    ],
    files: [
      'tests/races/registry.test.ts',
      'tests/races/agency-moves.test.ts',
      'tests/api/draw-generation.test.ts',
      'tests/api/tripleta-order.test.ts',
      'tests/races/seal.test.ts',
    ],
  },
]

export const left = [...inTheBrowser, ...ofTheServer]
export const leftFiles = left.flatMap(({ files = [] }) => files)
/** Tests by their title, of each file. */
export const leftTests = left.flatMap(({ tests = {} }) => Object.entries(tests))

/** What has a meaning of its own in a regular expression. */
const special = /[.*+?^${}()|[\]\\]/g

/** What tells the runner of tests to pass over all of it. @returns {string[]} */
export function withoutLeft() {
  const titles = leftTests.flatMap(([, tests]) => tests).map((title) => title.replace(special, '\\$&'))
  return [...leftFiles.flatMap((file) => ['--exclude', file]), '--testNamePattern', `^(?!.*(?:${titles.join('|')})$)`]
}
