/**
 * Rows of a test's banca, each made as the product would leave it: a partner hangs in the tree with its
 * accounts, a user may sign in, a product has bets and symbols. Whatever is not said is the usual.
 */
import { sql } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import type { Role } from '../../contract/access/rules.ts'
import type { Arguments, Endpoint } from '../../contract/endpoint.ts'
import type { accounts } from '../../contract/accounts.ts'
import type { clients } from '../../contract/clients.ts'
import type { paymentMethods } from '../../contract/payment-methods.ts'
import type { Currency } from '../../contract/values/currency.ts'
import { fold } from '../../contract/values/text.ts'
import { list, type Executor } from '../../server/platform/db/connect.ts'
import { openAccounts } from '../../server/rules/ledger/accounts.ts'
import { cheapHash } from './passwords.ts'

/** Every user of a test's banca has it. */
export const password = 'una-clave-de-prueba'
const hash = cheapHash(password)

export interface NewPartner {
  /** The next free one when missing. */
  id?: number
  father_id: number | null
  type: 'banca' | 'distribuidor' | 'agencia' | 'taquilla'
  code: string
  name: string
  country?: string
  currencies?: readonly Currency[]
}

/** A partner under its father, with its accounts; an office may sell. */
export async function addPartner(
  db: Executor,
  { id: given, father_id, type, code, name, country = 'VE', currencies = ['BS', 'USD', 'COP'] }: NewPartner,
): Promise<number> {
  const row = await db.one<{ id: number }>(sql`
    INSERT INTO partners (id, father_id, type, code, name, name_key, country_iso2, currencies)
    SELECT coalesce(${given ?? null}::int, nextval(pg_get_serial_sequence('partners', 'id'))::int), ${father_id}::int,
      ${type}::partner_type,
      ${code}, ${name}, ${name.toLowerCase()}, ${country}, ${list(currencies)}::currency[] RETURNING id`)
  const id = row!.id
  await db.run(sql`
    INSERT INTO partner_ancestors (partner_id, ancestor_id, depth, partner_type)
    SELECT ${id}::int, ${id}::int, 0, ${type}::partner_type UNION ALL
    SELECT ${id}::int, ancestor_id, depth + 1, ${type}::partner_type FROM partner_ancestors WHERE partner_id = ${father_id}::int`)
  await db.run(sql`UPDATE partners SET payments_responsible_partner_id = coalesce(father_id, id) WHERE id = ${id}`)
  if (type === 'taquilla') await db.run(sql`INSERT INTO ticket_offices (partner_id) VALUES (${id})`)
  await openAccounts(db, [id], [...currencies])
  return id
}

export interface NewUser {
  username: string
  role: Role
  partner_id: number
  manage_childs?: boolean
  awarding_results?: boolean
}

/** A user with the password of all. */
export async function addUser(
  db: Executor,
  { username, role, partner_id, manage_childs = false, awarding_results = false }: NewUser,
): Promise<number> {
  const row = await db.one<{ id: number }>(sql`
    INSERT INTO users (username, name, password_hash, role, partner_id, manage_childs, awarding_results)
    VALUES (
      ${username}, initcap(${username}), ${hash}, ${role}::user_role, ${partner_id}, ${manage_childs}, ${awarding_results}
    )
    RETURNING id`)
  return row!.id
}

/** Registers another database's user for one of this, with both halves, in two bancas that work with others. Answers its id. */
export async function addUserDatabase(
  from: { db: Executor; database?: string; user_id: number },
  there: { db: Executor; database: string; user_id: number },
): Promise<string> {
  const id = randomUUID()
  const { database = 'principal' } = from
  for (const { db } of [from, there]) await db.run(sql`UPDATE banca SET cross_db = true`)
  const named = (db: Executor, user_id: number) =>
    db.one<{ banca: string; username: string }>(
      sql`SELECT banca.name AS banca, username FROM users CROSS JOIN banca WHERE id = ${user_id}`,
    )
  const [own, remote] = [(await named(from.db, from.user_id))!, (await named(there.db, there.user_id))!]
  await from.db.run(sql`
    INSERT INTO user_databases (id, user_id, database, banca_name, remote_user_id, remote_username, registered_at)
    VALUES (${id}, ${from.user_id}, ${there.database}, ${remote.banca}, ${there.user_id}, ${remote.username}, now())`)
  await there.db.run(sql`
    INSERT INTO database_guests (id, user_id, database, banca_name, remote_user_id, remote_username, password_changed_at)
    SELECT ${id}, id, ${database}, ${own.banca}, ${from.user_id}, ${own.username}, password_changed_at
    FROM users WHERE id = ${there.user_id}`)
  return id
}

export interface NewProduct {
  code: string
  name?: string
  kind: 'animalitos' | 'polla'
  settings?: object
  /** What a bolivar pays, by bet type. */
  multipliers: Record<number, number>
  /** Its symbols are `1` to this, or those of the first product of the catalogue. */
  symbols?: number
}

/** An active product with its bets and symbols, and no draws. */
export async function addProduct(
  db: Executor,
  { code, name = code, kind, settings = {}, multipliers, symbols }: NewProduct,
): Promise<number> {
  const row = await db.one<{ id: number }>(sql`
    INSERT INTO products (code, name, kind, zone, settings)
    VALUES (${code}, ${name}, ${kind}, 'America/Caracas', ${JSON.stringify(settings)}::jsonb)
    RETURNING id`)
  const id = row!.id
  for (const [bet_type_id, multiplier] of Object.entries(multipliers))
    await db.run(
      sql`INSERT INTO product_bet_types (product_id, bet_type_id, multiplier) VALUES (${id}, ${Number(bet_type_id)}, ${multiplier})`,
    )
  await db.run(
    symbols
      ? sql`
        INSERT INTO product_symbols (product_id, code, name, position)
        SELECT ${id}::int, n::text, 'Símbolo ' || n, n
        FROM generate_series(1, ${symbols}::int) n`
      : sql`
        INSERT INTO product_symbols (product_id, code, name, position)
        SELECT ${id}::int, code, name, position
        FROM product_symbols
        WHERE product_id = 1`,
  )
  return id
}

/** One more symbol of a product. */
export async function addSymbol(
  db: Executor,
  { product_id, code, name }: { product_id: number; code: string; name: string },
): Promise<void> {
  await db.run(
    sql`INSERT INTO product_symbols (product_id, code, name, position) VALUES (${product_id}, ${code}, ${name}, 1)`,
  )
}

/** An hour of every day at which a product draws, `HH:MM` of its zone. */
export async function addSchedule(
  db: Executor,
  { product_id, local_time }: { product_id: number; local_time: string },
): Promise<void> {
  await db.run(
    sql`INSERT INTO product_schedules (product_id, weekday_mask, local_time) VALUES (${product_id}, 127, ${local_time})`,
  )
}

export interface NewWildcard {
  product_id: number
  bet_type_id: number
  number: string
  multiplier: number
  /** Both included; always when missing. */
  from_day?: string
  to_day?: string
}

/** A number that pays another multiplier. */
export async function addWildcard(
  db: Executor,
  { product_id, bet_type_id, number, multiplier, from_day, to_day }: NewWildcard,
): Promise<void> {
  await db.run(sql`
    INSERT INTO product_wildcards (product_id, bet_type_id, number, multiplier, from_day, to_day)
    VALUES (${product_id}, ${bet_type_id}, ${number}, ${multiplier}, ${from_day ?? null}::date, ${to_day ?? null}::date)`)
}

export interface NewDraw {
  product_id: number
  /** Its business day; today's in Caracas when missing. */
  day?: string
  /** Seconds from now, negative in the past. */
  opens_in?: number
  closes_in?: number
  /** When it is drawn, seconds from now. */
  drawn_in: number
}

/** Draws of one product are drawn at different instants, however many tests ask at the same moment: a millisecond apart. */
let drawn = 0

/** A draw: open since an hour ago and for an hour, unless said. */
export async function addDraw(db: Executor, asked: NewDraw): Promise<number> {
  const { product_id, day, opens_in = -3_600, closes_in = 3_600, drawn_in } = asked
  drawn += 1
  const row = await db.one<{ id: number }>(sql`
    INSERT INTO draws (product_id, day, scheduled_at, opens_at, closes_at)
    VALUES (
      ${product_id}, coalesce(${day ?? null}::date, (now() AT TIME ZONE 'America/Caracas')::date),
      now() + make_interval(secs => ${drawn_in + drawn / 1_000}), now() + make_interval(secs => ${opens_in}),
      now() + make_interval(secs => ${closes_in})
    )
    ON CONFLICT (product_id, scheduled_at) DO NOTHING
    RETURNING id`)
  // Two that are asked for at once may still come to one instant, where the first began a millisecond later.
  return row?.id ?? addDraw(db, asked)
}

export interface NewCommission {
  partner_id: number
  /** For all its products when missing. */
  product_id?: number
  /** On sales, or on sales less prizes. */
  kind?: 'VENTA' | 'UTILIDAD'
  commission_percent: number
  /** Of what is left; losses shared unless said. */
  participation_kind?: 'COMPARTIDA' | 'SOLO_POSITIVA' | 'ARRASTRE'
  participation_percent?: number
}

/** What a partner earns from now on. */
export async function addCommission(
  db: Executor,
  {
    partner_id,
    product_id,
    kind = 'VENTA',
    commission_percent,
    participation_kind = 'COMPARTIDA',
    participation_percent = 0,
  }: NewCommission,
): Promise<void> {
  await db.run(sql`
    INSERT INTO commissions (partner_id, product_id, commission_kind, commission_percent, participation_kind, participation_percent)
    VALUES (${partner_id}, ${product_id ?? null}::int, ${kind}, ${commission_percent}, ${participation_kind}, ${participation_percent})`)
}

type Form<E extends { create: Endpoint }> = NonNullable<Arguments<E['create']>['body']>

/**
 * Rows of an entity that people keep, by its table. `formOf` fills its form in with the least that it takes, and
 * differently for every `n` where two may not be alike.
 */
function keptIn<F extends { name: string }>(table: string, formOf: (n: number) => F) {
  let made = 0
  const form = (): F => {
    made += 1
    return formOf(made)
  }
  /** A row as the form would leave it, with what else is said of it; its id. */
  const add = async (db: Executor, said: Partial<F> & { partner_id?: number } = {}): Promise<number> => {
    const given = { ...form(), ...said }
    const row = Object.entries({ ...given, name_key: fold(given.name) })
    const columns = row.map(([name]) => sql.identifier(name))
    const values = row.map(([, value]) => sql`${sql.param(value)}`)
    const added = await db.one<{ id: number }>(sql`
      INSERT INTO ${sql.identifier(table)} (${sql.join(columns, sql`, `)})
      VALUES (${sql.join(values, sql`, `)}) RETURNING id`)
    return added!.id
  }
  return { table, form, add }
}
export type Kept = ReturnType<typeof keptIn>

/** What people keep, by entity. A field that a form must have is filled in here, for all its tests. */
export const kept = {
  paymentMethods: keptIn(
    'payment_methods',
    (n): Form<typeof paymentMethods> => ({
      name: `Método ${n}`,
      kind: 'efectivo',
      currency: 'BS',
      uses: ['ingresos'],
    }),
  ),
  accounts: keptIn(
    'accounts',
    (n): Form<typeof accounts> => ({ name: `Cuenta ${n}`, kind: 'efectivo', currency: 'BS' }),
  ),
  clients: keptIn(
    'clients',
    (n): Form<typeof clients> => ({ type: 'V', dni: String(20_000_000 + n), name: `Cliente ${n}` }),
  ),
}

/** A workbook of the network of somebody, checked, with some rows and faults; answers its id. */
export async function addNetworkImport(db: Executor, user_id: number): Promise<number> {
  const made = await db.one<{ id: number }>(sql`
    INSERT INTO network_imports (user_id, partner_id, filename, sha256, file, state)
    SELECT u.id, u.partner_id, 'red.xlsx', '\\x00', '\\x00', 'revisada' FROM users u WHERE u.id = ${user_id} RETURNING id`)
  await db.run(sql`
    INSERT INTO network_faults (import_id, n, sheet, line, "column", value, message)
    SELECT ${made!.id}::int, n, CASE n % 2 WHEN 0 THEN 'agencias' ELSE 'usuarios' END, n + 2, 'Código', 'x' || n, 'No sirve'
    FROM generate_series(0, 12) n`)
  await db.run(sql`
    INSERT INTO network_rows (import_id, n, sheet, line, action, key, name)
    SELECT ${made!.id}::int, n, CASE n % 2 WHEN 0 THEN 'agencias' ELSE 'taquillas' END, n + 2,
      (ARRAY['crea', 'cambia', 'igual'])[n % 3 + 1], 'K' || n, 'Nombre ' || n
    FROM generate_series(0, 12) n`)
  return made!.id
}

/** A file of another system's sales that waits, with rows of which some can be read, some not and some are no sales. */
export async function addExternalLoad(db: Executor, user_id: number): Promise<number> {
  const system = await db.one<{ id: number }>(
    sql`INSERT INTO external_systems (name, name_key) VALUES ('Otro sistema', 'otro sistema') RETURNING id`,
  )
  const load = await db.one<{ id: number }>(sql`
    INSERT INTO external_loads (system_id, filename, sha256, bytes, file, rows, loaded_by)
    VALUES (${system!.id}, 'ventas.csv', '\\x00', 1, '\\x00', 37, ${user_id}) RETURNING id`)
  await db.run(sql`
    INSERT INTO external_rows (
      load_id, n, state, note, cells, day, agency, agency_match, product, product_match, currency, sold, prizes, commission
    )
    SELECT ${load!.id}::int, n, 'leida', '', ARRAY['Punto ' || n % 4], current_date - n % 3, 'Punto ' || n % 4, 'punto '
      || n % 4, 'Juego', 'juego', 'BS'::currency, n % 7, 0, 0
    FROM generate_series(2, 30) n
    UNION ALL
    SELECT ${load!.id}::int, n, CASE n % 2 WHEN 0 THEN 'falla' ELSE 'ignorada' END, 'Faltan columnas', ARRAY['x'], NULL::date,
      NULL, NULL, NULL, NULL, NULL::currency, NULL::numeric, NULL::numeric, NULL::numeric
    FROM generate_series(31, 38) n`)
  return load!.id
}

let softwareNumber = 0
/** A version of the terminals' software, newer than those before it, of a few bytes that are no APK; answers its id. */
export async function addSoftware(
  db: Executor,
  {
    state = 'lista',
    bytes = 1_000,
  }: { state?: 'subiendo' | 'lista' | 'en_curso' | 'detenida' | 'retirada'; bytes?: number } = {},
): Promise<number> {
  softwareNumber += 1
  const goesOut = state !== 'lista' && state !== 'subiendo'
  const made = await db.one<{ id: number }>(sql`
    INSERT INTO software_versions
      (filename, bytes, sha256, state, package, version_code, version_name, certificate, channel, share, created_by)
    SELECT ${`terminal-${softwareNumber}.apk`}, ${bytes}::int, encode(sha256(convert_to(${`software ${softwareNumber}`}, 'UTF8')), 'hex'),
      ${state}, 'com.sorteo.terminal', ${softwareNumber}::int, ${`1.${softwareNumber}`}, repeat('ab', 32),
      ${goesOut ? 'estable' : null}::text, ${goesOut ? 100 : null}::smallint, min(id) FROM users RETURNING id`)
  await db.run(sql`
    INSERT INTO software_parts (version_id, part, bytes) VALUES (${made!.id}, 0, convert_to(repeat('x', ${bytes}::int), 'UTF8'))`)
  return made!.id
}
