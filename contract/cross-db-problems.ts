/** What is refused about other bancas' databases. */
import type { ProblemKind } from './own-problems.ts'

export const crossDbProblems = {
  cross_db_off: {
    status: 409,
    title: 'Otras bancas, desactivado',
    detail: 'Su banca no trabaja con otras bases de datos: lo activa su administrador en la configuración.',
  },
  cross_db_off_there: {
    status: 409,
    title: 'Esa banca no lo permite',
    detail: 'Esa banca no trabaja con otras bases de datos: lo activa su administrador en su configuración.',
  },
  database_unknown: { status: 422, title: 'Banca desconocida', detail: 'Este servidor no atiende esa banca.' },
  database_own: { status: 422, title: 'Su propia banca', detail: 'Esa es la banca en la que ya está.' },
  database_registered: { status: 409, title: 'Ya registrada', detail: 'Ya tiene registrada esa banca.' },
  database_too_many: {
    status: 409,
    title: 'Demasiadas bancas',
    detail: 'Tiene registradas tantas bancas como se puede. Termine alguna antes.',
  },
  database_away: {
    status: 503,
    title: 'Esa banca no responde',
    detail: 'La base de datos de esa banca no responde ahora. Intente en unos minutos.',
  },
  database_version: {
    status: 409,
    title: 'Otra versión',
    detail: 'La base de datos de esa banca es de otra versión de Sorteo: hay que actualizarla antes.',
  },
  database_credentials: {
    status: 422,
    title: 'Datos de esa banca incorrectos',
    detail: 'El usuario o la contraseña no son correctos en esa banca.',
  },
  database_role: {
    status: 422,
    title: 'Usuario sin ese rol',
    detail: 'Solo se registra un usuario que en esa banca es administrador o supervisor.',
  },
  database_password_borrowed: {
    status: 422,
    title: 'Contraseña de un solo uso',
    detail: 'Ese usuario tiene una contraseña de un solo uso: entre allá y elija la suya antes.',
  },
  connection_ended: {
    status: 409,
    title: 'Registro terminado',
    detail: 'Esa banca terminó el registro. Para volver a entrar, registre de nuevo.',
  },
  connection_password: {
    status: 409,
    title: 'Contraseña cambiada',
    detail: 'Su contraseña en esa banca cambió desde que la registró. Registre de nuevo con la de ahora.',
  },
  connection_user: {
    status: 409,
    title: 'Sin acceso allá',
    detail: 'Su usuario en esa banca está desactivado o ya no puede entrar así.',
  },
  home_session_over: {
    status: 409,
    title: 'Su sesión de origen terminó',
    detail: 'La sesión de la banca en la que entró terminó. Entre de nuevo.',
  },
} as const satisfies Record<string, ProblemKind>
