/** What is refused about people: users, what they may be given, and clients. */
import type { ProblemKind } from './own-problems.ts'

export const peopleProblems = {
  password_must_change: {
    status: 403,
    title: 'Cambie su contraseña',
    detail: 'Le dieron una contraseña de un solo uso. Elija la suya para continuar.',
  },
  one_time_spent: {
    status: 401,
    title: 'Contraseña ya usada',
    detail: 'Esa contraseña de un solo uso ya se usó. Pida otra a quien se la dio.',
  },
  password_used: {
    status: 422,
    title: 'Contraseña repetida',
    detail: 'Ya la usó o se la dieron antes: elija una que no haya tenido.',
  },
  switched_off_above: {
    status: 403,
    title: 'Desactivado por encima de usted',
    detail: 'Lo desactivó alguien por encima de usted: solo desde allí se activa.',
  },
  user_above: {
    status: 403,
    title: 'Por encima de su usuario',
    detail: 'Nadie da, ni quita, más de lo que tiene: ese rol o permiso está por encima del suyo.',
  },
  own_user: {
    status: 409,
    title: 'Su propio usuario',
    detail: 'Su rol, sus permisos y su estado los cambia otra persona.',
  },
  last_admin: {
    status: 409,
    title: 'Último administrador',
    detail: 'La banca se quedaría sin un administrador que gestione el registro. Nombre otro antes.',
  },
  document_taken: { status: 409, title: 'Documento en uso', detail: 'Ya lo tiene otro registro.' },
  client_inactive: {
    status: 422,
    title: 'Cliente desactivado',
    detail: 'Ese cliente está desactivado: quite el cliente o pida que lo activen.',
  },
  client_required: {
    status: 422,
    title: 'Falta el cliente',
    detail: 'Desde ese monto la banca pide el cliente: escriba su documento.',
  },
  username_taken: { status: 409, title: 'Usuario en uso', detail: 'Ese nombre de usuario ya existe.' },
  role_elsewhere: {
    status: 422,
    title: 'Rol de otro tipo de afiliado',
    detail: 'Ese rol no existe en un afiliado de ese tipo.',
  },
} as const satisfies Record<string, ProblemKind>
