/** What the administrators of both bancas are told of a registration. */
import { userLink } from '@contract/links.ts'
import type { SessionUser } from '@contract/session.ts'
import type { NewNotification } from '../../platform/notifications/notify.ts'

type Told = Omit<NewNotification, 'kind'>

/** In the banca of whoever registered. */
export const registeredNotification = (
  by: SessionUser,
  there: { banca_name: string; username: string },
  id: string,
): Told => ({
  level: 'informa',
  title: `${by.username} registró otra banca`,
  text: `${by.name} (${by.username}) puede pasar a ${there.banca_name}, donde es ${there.username}.`,
  link: userLink(by.id),
  key: `cross-db-registered:${id}`,
})

/** In the banca that was registered. */
export const guestNotification = (by: SessionUser, user: { id: number; username: string }, id: string): Told => ({
  level: 'advierte',
  title: `${user.username} entra desde otra banca`,
  text:
    `${by.name} (${by.username}, ${by.banca_name}) se registró con el usuario y la contraseña de ${user.username}. ` +
    'Si no fue esa persona, termine el registro y cambie la contraseña.',
  link: userLink(user.id),
  key: `cross-db-guest:${id}`,
})
