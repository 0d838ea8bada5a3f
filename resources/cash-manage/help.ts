/** What the screens of drawers, seen from above, say of themselves. */
import type { Help } from '@/kit/page/help.tsx'

const kinds: Help['terms'] = [
  ['Esperado', 'La apertura más lo que entró menos lo que salió, según los libros, hasta que se envió.'],
  ['Contado', 'Lo que dijo la taquilla, por piezas y por método.'],
  ['Diferencia', 'Lo contado menos lo esperado. Al aprobar queda asentada.'],
]

export const registersHelp = {
  about:
    'Las cajas que las taquillas envían al terminar su día. Primero las que esperan, de cualquier día; ' +
    'si elige un estado, solo las de los días elegidos.',
  jobs: [
    ['Aprobar', 'F9. Lo contado es lo que la caja tiene y con lo que abre la próxima. En el orden de los días.'],
    ['Devolver', 'F4. Con una observación que la taquilla lee: cuenta otra vez, al mismo corte.'],
  ],
  terms: [...kinds, ['Devuelta por', 'La observación de quien la devolvió.']],
  refusals: ['register_order', 'own_register', 'moved_already'],
} satisfies Help

export const resumeHelp = {
  about:
    'Las cajas de unos días: arriba cuántas hay en cada estado por moneda, abajo agencia por agencia. ' +
    'Cada cifra abre las cajas que cuenta.',
  jobs: [['Imprimir', 'La página en papel, con sus filtros y totales. El archivo trae todas las filas.']],
  terms: [
    ...kinds.slice(0, 2),
    ['Faltó', 'La suma de lo que faltó en cada caja. No se compensa con lo que sobró en otra.'],
    ['Sobró', 'Lo mismo de lo que hubo de más.'],
  ],
  refusals: [],
} satisfies Help

export const auditHelp = {
  about:
    'Cada día de cada taquilla que vendió o abrió caja, con lo vendido contra lo contado. ' +
    'Una fila abre su caja; sin caja, los tickets de ese día.',
  jobs: [['Imprimir', 'La página en papel, con sus filtros y totales. El archivo trae todas las filas.']],
  terms: [
    ['Sin caja', 'Vendió y no la abrió ese día: nadie contó su gaveta.'],
    ['Antes de abrir', 'Lo vendido entre la caja anterior y esta.'],
    ['Después de medianoche', 'Lo vendido cuando ya era otro día y la caja seguía abierta.'],
    ...kinds.slice(2),
  ],
  refusals: [],
} satisfies Help

export const paidInCashHelp = {
  about: 'Lo que salió de cada gaveta en premios y reintegros, día por día y moneda por moneda.',
  jobs: [['Imprimir', 'La página en papel, con sus filtros y totales. El archivo trae todas las filas.']],
  terms: [
    ['Pagado', 'Premios entregados en efectivo, de cualquier ticket.'],
    ['De otras agencias', 'La parte de tickets que vendió otra agencia, y que esta no debe.'],
    ['Reintegrado', 'Dinero devuelto de jugadas anuladas o devueltas.'],
  ],
  refusals: [],
} satisfies Help
