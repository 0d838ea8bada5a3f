/** The session: signing in, refetching, refreshing, signing out, own password. */
import { z } from 'zod'
import { roles, rules } from './access/rules.ts'
import { endpoint, entity } from './endpoint.ts'
import { currency } from './values/currency.ts'
import { text } from './values/contact.ts'

export const sessionUser = z.object({
  id: z.number().int(),
  username: z.string().meta({ title: 'Usuario' }),
  name: z.string().meta({ title: 'Nombre' }),
  role: z.enum(roles).meta({ title: 'Rol' }),
  manage_childs: z.boolean(),
  awarding_results: z.boolean(),
  country_iso2: z.string().length(2),
  currency,
  partner_id: z.number().int(),
  partner_name: z.string(),
  partner_type: z.enum(['banca', 'distribuidor', 'agencia', 'taquilla']),
  /** The banca whose database this session works in. */
  database: z.string(),
  banca_name: z.string(),
  banca_logo: z.string().nullable(),
  /** Keys of screens that the banca closed. */
  disabled_screens: z.array(z.string()),
  /** Business days are days of this zone. */
  zone: z.string(),
  currencies: z.array(currency),
  /** Another person gave them their password: nothing else is answered until they have their own. */
  password_must_change: z.boolean(),
  /** Their banca works with other bancas' databases. */
  cross_db: z.boolean(),
  /** They have registered another banca's database, or have come in by such a registration. */
  many_bancas: z.boolean(),
  /** The banca that they signed in to, where this session came from there; null where it is this one. */
  home: z.object({ database: z.string(), banca_name: z.string() }).nullable(),
  /** Server clock when answered: countdowns follow it, not the browser's. */
  server_time: z.string(),
})
export type SessionUser = z.infer<typeof sessionUser>

export const username = text(3, 60).toLowerCase()
export const newPassword = z
  .string()
  .min(10, 'La contraseña debe tener al menos 10 caracteres')
  .max(200, 'Máximo 200 caracteres')

/** Kept from script; sent to the call that renews a session, and to no other. */
export const refreshCookie = 'sorteo_refresh'

/** The same of the banca that a person signed in to, while they work in another's; sent to the calls of the session. */
export const homeCookie = 'sorteo_home'

/** The access token is for the `Authorization` header; the refresh token travels in an HttpOnly cookie alone. */
export const openedSession = z.object({
  access_token: z.string(),
  user: sessionUser,
})

export const signInForm = z.object({
  username: z
    .string({ error: 'Escriba su usuario' })
    .trim()
    .toLowerCase()
    .min(1, 'Escriba su usuario')
    .max(60)
    .meta({ title: 'Usuario' }),
  password: z
    .string({ error: 'Escriba su contraseña' })
    .min(1, 'Escriba su contraseña')
    .max(200)
    .meta({ title: 'Contraseña' }),
})

export const session = entity('session', {
  /** With credentials signs in; with a bearer token and no body answers the session's user again. */
  open: endpoint({
    method: 'POST',
    path: '/api/v2/auth/session',
    access: rules.open,
    refresh_cookie: 'sets',
    body: signInForm.partial().nullish(),
    response: z.object({
      access_token: z.string().optional(),
      user: sessionUser,
    }),
    summary: 'Inicia sesión, o devuelve el usuario de la sesión en curso',
  }),
  close: endpoint({
    method: 'DELETE',
    path: '/api/v2/auth/session',
    access: rules.signedIn,
    refresh_cookie: 'sets',
    response: z.object({ ended: z.boolean() }),
    summary: 'Cierra la sesión y su familia de refresco',
  }),
  refresh: endpoint({
    method: 'POST',
    path: '/api/v2/auth/refresh',
    access: rules.open,
    refresh_cookie: 'asks',
    query: z.object({
      home: z.enum(['si']).optional().meta({
        description: 'De vuelta a la banca en la que se entró, aunque la sesión en la otra ya no sirva o no responda',
      }),
    }),
    response: openedSession,
    summary: 'Cambia el token de refresco de la cookie por un par nuevo',
  }),
  changePassword: endpoint({
    method: 'POST',
    path: '/api/v2/auth/change-password',
    access: rules.signedIn,
    body: z.object({
      current_password: z.string().min(1, 'Escriba su contraseña actual').max(200).meta({ title: 'Contraseña actual' }),
      new_password: newPassword.meta({ title: 'Contraseña nueva' }),
    }),
    response: z.object({ changed: z.boolean() }),
    summary: 'Cambia la contraseña propia',
  }),
})
