/**
 * `npm run create-admin`: the first real user of a banca, and the banca itself in an empty database; with `--reset`, a
 * password that works once for an administrator who is locked out, when nobody else can give one.
 * The password is asked for, or read from ADMIN_PASSWORD; it is never an argument, which others could see.
 */
import { sql } from 'drizzle-orm'
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import type { Role } from '@contract/access/rules.ts'
import { newPassword, username as usernameSchema } from '@contract/session.ts'
import { text } from '@contract/values/contact.ts'
import { currencies } from '@contract/values/currency.ts'
import { passwordFault } from '@contract/values/passwords.ts'
import { addDays, inZone, isZone } from '@contract/values/dates.ts'
import { fold } from '@contract/values/text.ts'
import { writeAudit } from '../platform/audit/audit.ts'
import { command, CommandError, options } from './command.ts'
import { randomPassword } from '../entities/users/password.ts'
import { executor, list, transaction, type Pool, type Tx } from '../platform/db/connect.ts'
import { notifyAdministrators } from '../platform/notifications/administrators.ts'
import { giveOneTimes } from '../platform/session/one-time.ts'
import { hashOneTime, hashPassword } from '../platform/session/password.ts'
import { resetNotification } from '../platform/session/one-time-notifications.ts'
import { catalogueProducts } from '../seed/catalogue.ts'
import { loadCatalogue } from '../seed/load-catalogue.ts'
import { loadLocations } from '../seed/locations.ts'
import { bancaAdmin } from '../seed/plan.ts'
import { drawDaysAhead, ensureDraws } from '../rules/draws/generate.ts'
import { ensurePollaRounds } from '../rules/polla/rounds.ts'
import { openAccounts } from '../rules/ledger/accounts.ts'
import { insertAncestors } from '../rules/tree/tree.ts'
import { defaultTerms } from '../rules/sale/facts.ts'

const usage = `Uso: npm run create-admin -- --username admin --name "Nombre Apellido" \\
       [--banca "Nombre de la banca" --country VE --zone America/Caracas]
     npm run create-admin -- --username admin --reset`

async function ask(question: string): Promise<string> {
  if (!process.stdin.isTTY) throw new CommandError('Indique la contraseña en ADMIN_PASSWORD.')
  process.stdout.write(question)
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  const reader = createInterface({ input: process.stdin, output: silent, terminal: true })
  try {
    return await reader.question('')
  } finally {
    reader.close()
    process.stdout.write('\n')
  }
}

/** An empty banca: its root, the catalogue of products, the places, and the settings a sale falls back on. */
async function createBanca(
  tx: Tx,
  { banca: name = '', country = 'VE', zone = 'America/Caracas' }: Record<string, string>,
): Promise<number> {
  if (!text(3, 80).safeParse(name).success)
    throw new CommandError(`La base de datos está vacía: indique el nombre de la banca.\n${usage}`)
  if (!['VE', 'PA'].includes(country)) throw new CommandError('El país debe ser VE o PA.')
  if (!isZone(zone)) throw new CommandError(`La zona horaria ${zone} no existe.`)
  const sold = country === 'PA' ? ['USD'] : [...currencies]
  await tx.run(
    sql`INSERT INTO banca (name, country_iso2, zone, currencies) VALUES (${name}, ${country}, ${zone}, ${list(sold)}::text[]::currency[])`,
  )
  await loadLocations(tx)
  await loadCatalogue(tx, catalogueProducts)
  await tx.run(
    sql`INSERT INTO rate_types (codigo, nombre) VALUES ('BCV', 'Banco Central de Venezuela') ON CONFLICT DO NOTHING`,
  )
  const root = await tx.one<{ id: number }>(sql`
    INSERT INTO partners (type, code, name, name_key, country_iso2, currencies)
    VALUES ('banca', 'BANCA', ${name}, ${fold(name)}, ${country}, ${list(sold)}::text[]::currency[])
    RETURNING id`)
  const id = root!.id
  await insertAncestors(tx, id, id)
  await tx.run(sql`UPDATE partners SET payments_responsible_partner_id = id WHERE id = ${id}`)
  await tx.run(
    sql`
      INSERT INTO partner_settings (partner_id, annul_minutes, prize_days, max_lines, pays_other_agencies)
      VALUES (${id}, ${defaultTerms.annul_minutes}, ${defaultTerms.prize_days}, ${defaultTerms.max_lines}, false)`,
  )
  await openAccounts(tx, [id], sold)
  // A server that runs already would make them within minutes; whoever sells now has them now.
  const today = inZone(new Date(), zone).day
  await ensureDraws(tx, today, addDays(today, drawDaysAhead))
  await ensurePollaRounds(tx, today, addDays(today, drawDaysAhead))
  return id
}

/** In the place of an administrator's password one that works once. Their sessions end, the log and the other administrators are told. */
async function reset(pool: Pool, username: string): Promise<void> {
  const password = randomPassword(username)
  await transaction(pool, async (tx) => {
    const user = await tx.one<{ id: number; name: string; role: Role; status: string; password_must_change: boolean }>(
      sql`
        SELECT id, name, role::text AS role, status::text AS status, password_must_change
        FROM users
        WHERE username = ${username}
        FOR UPDATE`,
    )
    if (!user) throw new CommandError(`No hay un usuario ${username}.`)
    if (user.role !== bancaAdmin)
      throw new CommandError(
        `${username} no administra la banca: un administrador le da otra contraseña en Registro > Usuarios.`,
      )
    if (user.status !== 'activo') throw new CommandError(`${username} está desactivado: cree otro administrador.`)
    await giveOneTimes(tx, [{ id: user.id, hash: hashOneTime(password) }])
    await writeAudit(tx, {
      session: null,
      ip: 'terminal',
      request_id: 'create-admin',
      action: 'users.password',
      entity: 'users',
      changes: [
        {
          entity_id: user.id,
          before: { username, password_must_change: user.password_must_change },
          after: { username, password_must_change: true },
          significant: true,
        },
      ],
    })
    const notification = resetNotification({ id: user.id, username, name: user.name }, new Date())
    await notifyAdministrators(tx, notification, user.id)
  })
  console.log(`Listo: ${username} entra una vez con ${password} y elige la suya.`)
}

await command(async (pool) => {
  const given = options()
  const username = usernameSchema.safeParse(given['username'])
  if (given['reset'] !== undefined) {
    if (!username.success) throw new CommandError(usage)
    return reset(pool, username.data)
  }
  const name = text(3, 80).safeParse(given['name'])
  if (!username.success || !name.success) throw new CommandError(usage)
  const password = newPassword.safeParse(process.env['ADMIN_PASSWORD'] ?? (await ask('Contraseña: ')))
  if (!password.success) throw new CommandError(password.error.issues[0]!.message)
  const fault = passwordFault(password.data, username.data)
  if (fault) throw new CommandError(`${fault}.`)
  const password_hash = await hashPassword(password.data)
  await transaction(pool, async (tx) => {
    const banca = await tx.one<{ id: number }>(sql`SELECT id FROM partners WHERE type = 'banca'`)
    const partner_id = banca?.id ?? (await createBanca(tx, given))
    if (await tx.one(sql`SELECT 1 FROM users WHERE username = ${username.data}`))
      throw new CommandError(`El usuario ${username.data} ya existe.`)
    const user = await tx.one<{ id: number }>(sql`
      INSERT INTO users (username, name, password_hash, role, partner_id, manage_childs, awarding_results)
      VALUES (${username.data}, ${name.data}, ${password_hash}, ${bancaAdmin}, ${partner_id}, true, true)
      RETURNING id`)
    await writeAudit(tx, {
      session: null,
      ip: 'terminal',
      request_id: 'create-admin',
      action: 'users.create',
      entity: 'users',
      changes: [
        {
          entity_id: user!.id,
          after: { username: username.data, name: name.data, role: bancaAdmin },
          significant: true,
        },
      ],
    })
  })
  const banca = await executor(pool).one<{ name: string }>(sql`SELECT name FROM banca`)
  console.log(`Listo: ${username.data} administra ${banca!.name}.`)
})
