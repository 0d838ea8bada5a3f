/**
 * Other bancas' databases. A person who is a user of two bancas registers one's database in the other with the user and
 * the password of there, and from then on changes between them and sees their figures side by side. A registration has a
 * half in each database and stands while both are there: either side ends it alone.
 */
import { z } from 'zod'
import { rules } from './access/rules.ts'
import { endpoint, entity } from './endpoint.ts'
import { field } from './field.ts'
import { figures } from './kpis.ts'
import { openedSession } from './session.ts'
import { text } from './values/contact.ts'
import { currency } from './values/currency.ts'
import { calendarDay, instant } from './values/dates.ts'

/** Registrations that one user may have. */
export const mostConnections = 20

/** The first two are found by asking there now; the others say why nobody comes in by it any more. */
export const connectionStates = {
  disponible: 'Disponible',
  no_responde: 'No responde',
  otra_version: 'Otra versión',
  no_permitida: 'No permitida',
  clave_cambiada: 'Contraseña cambiada',
  sin_acceso: 'Sin acceso',
  terminada: 'Terminada allá',
} as const
export type ConnectionState = keyof typeof connectionStates
export const connectionState = field(
  z.enum(Object.keys(connectionStates) as [ConnectionState, ...ConnectionState[]]),
  'Estado',
  {
    labels: connectionStates,
    tones: {
      disponible: 'good',
      no_responde: 'waiting',
      otra_version: 'waiting',
      no_permitida: 'bad',
      clave_cambiada: 'bad',
      sin_acceso: 'bad',
      terminada: 'neutral',
    },
  },
)

/** Key of a database among those that this server answers for. */
const databaseKey = z.string().trim().min(1, 'Elija una banca').max(40)

const connection = z.object({
  id: z.uuid(),
  database: z.string(),
  /** Of the banca there, as it was called when it last answered. */
  banca_name: z.string().meta({ title: 'Banca' }),
  username: z.string().meta({ title: 'Usuario allá' }),
  registered_at: instant.meta({ title: 'Registrada' }),
  state: connectionState,
  /** Whether the session works there now. */
  current: z.boolean(),
})
export type Connection = z.infer<typeof connection>

const guest = z.object({
  id: z.uuid(),
  database: z.string(),
  banca_name: z.string().meta({ title: 'Banca de origen' }),
  username: z.string().meta({ title: 'Usuario de origen' }),
  /** The user of this banca as whom they come in. */
  user_id: z.number().int(),
  own_username: z.string().meta({ title: 'Entra aquí como' }),
  registered_at: instant.meta({ title: 'Registrada' }),
  last_used_at: instant.nullable().meta({ title: 'Último acceso' }),
})
export type DatabaseGuest = z.infer<typeof guest>

const bancaFigures = z.object({
  database: z.string(),
  banca_name: z.string(),
  state: connectionState,
  current: z.boolean(),
  /** Its business day today, in its zone; null where it does not answer. */
  day: calendarDay.nullable(),
  zone: z.string().nullable(),
  /** When it was read. */
  read_at: instant.nullable(),
  /** Of the whole of what the person sees there, one row per currency: two are never added. */
  currencies: z.array(figures.extend({ currency })),
})
export type BancaFigures = z.infer<typeof bancaFigures>

const base = '/api/v2/auth/cross-db'
const access = rules.supervision

export const crossDb = entity('crossDb', {
  enabled: endpoint({
    method: 'GET',
    path: `${base}/enabled-cross-db`,
    access: rules.signedIn,
    response: z.object({
      enabled: z.boolean(),
      current: z.string(),
      data: z.array(z.object({ id: z.string(), name: z.string() })),
    }),
    summary: 'Si la banca trabaja con otras bases de datos, y cuáles se ofrecen',
  }),
  register: endpoint({
    method: 'POST',
    path: `${base}/register-db`,
    access,
    status: 201,
    body: z.object({
      database: field(databaseKey, 'Banca'),
      username: field(text(1, 60, 'Escriba su usuario de esa banca').toLowerCase(), 'Usuario de esa banca'),
      password: field(z.string().min(1, 'Escriba su contraseña de esa banca').max(200), 'Contraseña de esa banca'),
    }),
    response: connection,
    summary: 'Registra la base de datos de otra banca con su usuario y su contraseña de allá',
  }),
  change: endpoint({
    method: 'POST',
    path: `${base}/change-db`,
    access,
    refresh_cookie: 'sets',
    body: z.object({ database: field(databaseKey, 'Banca') }),
    response: openedSession,
    summary: 'Pasa la sesión a una base de datos registrada, o de vuelta a la propia: responde un par nuevo',
  }),
  conns: endpoint({
    method: 'POST',
    path: `${base}/conns`,
    access,
    read_only: true,
    response: z.object({
      /** The banca that the person signed in to. */
      home: z.object({ database: z.string(), banca_name: z.string(), current: z.boolean() }),
      data: z.array(connection),
      /** Who comes in from elsewhere as the caller's user; for who administers the banca, as any of its users. */
      guests: z.array(guest),
    }),
    summary: 'Las bases de datos registradas por quien llama, con su estado, y quién entra desde otras',
  }),
  end: endpoint({
    method: 'DELETE',
    path: `${base}/conns/:id`,
    access,
    params: z.object({ id: z.uuid().meta({ description: 'El registro, de cualquiera de sus dos lados' }) }),
    response: z.object({ ended: z.boolean() }),
    summary: 'Termina un registro, desde cualquiera de sus dos lados: quien había entrado por él sale',
  }),
  figures: endpoint({
    method: 'GET',
    path: `${base}/figures`,
    access,
    response: z.object({ data: z.array(bancaFigures) }),
    summary: 'Las cifras de hoy de cada banca registrada, y de la propia, por moneda',
  }),
})
