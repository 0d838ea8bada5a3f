/** The problems that the console says by itself: where no answer came, or one that is not the server's own. It carries no others. */

export interface ProblemKind {
  status: number
  title: string
  detail: string
}

export const ownProblems = {
  malformed: { status: 400, title: 'Solicitud mal formada', detail: 'No se pudo leer la solicitud.' },
  forbidden: { status: 403, title: 'Sin permiso', detail: 'Su usuario no tiene permiso para esta operación.' },
  not_found: { status: 404, title: 'No encontrado', detail: 'Lo que busca no existe o no está a su alcance.' },
  session_expired: { status: 401, title: 'Sesión vencida', detail: 'Su sesión venció. Inicie sesión de nuevo.' },
  conflict: { status: 409, title: 'Conflicto', detail: 'Otra operación cambió este registro. Actualice y revise.' },
  too_large: {
    status: 413,
    title: 'Solicitud demasiado grande',
    detail: 'Los datos enviados superan el tamaño permitido.',
  },
  unsupported_media: {
    status: 415,
    title: 'Formato no admitido',
    detail: 'El formato de los datos enviados no se admite.',
  },
  too_many_requests: {
    status: 429,
    title: 'Demasiados intentos',
    detail: 'Espere un momento antes de intentar de nuevo.',
  },
  unavailable: {
    status: 503,
    title: 'Servicio no disponible',
    detail: 'El servicio se está iniciando o deteniendo. Intente en unos segundos.',
  },
  store_away: {
    status: 503,
    title: 'El almacén de archivos no responde',
    detail: 'El almacén donde se guardan los archivos de las versiones no responde. Intente de nuevo en unos minutos.',
  },
  internal: {
    status: 500,
    title: 'Error del servidor',
    detail: 'El servidor tuvo un problema. Intente de nuevo más tarde.',
  },
} as const satisfies Record<string, ProblemKind>
export type OwnProblem = keyof typeof ownProblems
