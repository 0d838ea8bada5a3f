/** What the administrators are told of passwords that work once. */
import { userLink } from '@contract/links.ts'
import type { NewNotification } from '../notifications/notify.ts'

interface Person {
  id: number
  username: string
  name: string
  partner_name: string
}
type Told = Omit<NewNotification, 'kind'>

const named = ({ name, username, partner_name }: Omit<Person, 'id'>) => `${name} (${username}, ${partner_name})`

export const givenNotification = (by: Person, user: Person, request_id: string): Told => ({
  level: 'informa',
  title: `Contraseña de un solo uso para ${user.username}`,
  text: `${named(by)} se la dio a ${named(user)}. Sirve para entrar una sola vez.`,
  link: userLink(user.id),
  key: `one-time-given:${user.id}:${request_id}`,
})

export const manyGivenNotification = (by: Person, users: number, request_id: string): Told => ({
  level: 'informa',
  title: `Contraseñas de un solo uso para ${users} usuarios`,
  text: `${named(by)} las sacó de un libro de la red. Cada una sirve para entrar una sola vez.`,
  key: `one-time-given:${request_id}`,
})

/** By whoever runs the server, from its terminal. */
export const resetNotification = (user: Omit<Person, 'partner_name'>, now: Date): Told => ({
  level: 'advierte',
  title: `Contraseña de un solo uso para ${user.username}`,
  text: `${user.name} la recibió desde la terminal del servidor. Sirve para entrar una sola vez.`,
  link: userLink(user.id),
  key: `one-time-reset:${user.id}:${now.toISOString()}`,
})

export const spentNotification = (user: Person, request_id: string): Told => ({
  level: 'informa',
  title: `${user.username} usó su contraseña de un solo uso`,
  text: `${named(user)} entró con la que le dieron y debe elegir la suya. Si no fue esa persona, dele otra.`,
  link: userLink(user.id),
  key: `one-time-spent:${user.id}:${request_id}`,
})

/** However often it is tried, once in an hour. */
export const spentAgainNotification = (user: Person, now: Date): Told => ({
  level: 'advierte',
  title: `Entrada rechazada a ${user.username}`,
  text: `Alguien quiso entrar como ${named(user)} con una contraseña de un solo uso que ya se había usado.`,
  link: userLink(user.id),
  key: `one-time-again:${user.id}:${now.toISOString().slice(0, 13)}`,
})
