/**
 * What the API's description says beside the declarations of its calls: the conventions of all of them, what
 * each entity is, and what the shapes are called that many calls share. The console never asks for it.
 */
import type { z } from 'zod'
import { drawRow, resultEntry, resultNumber } from './draws.ts'
import { id, pageLimits } from './endpoint.ts'
import type { EntityName } from './index.ts'
import { sessionUser } from './session.ts'
import { approvalState, lineState, soldTicket, ticketSale, ticketState, ticketView } from './tickets.ts'
import { currency } from './values/currency.ts'
import { calendarDay, day, instant } from './values/dates.ts'
import { amount, money, percent, positiveAmount } from './values/money.ts'

/** Read first, before any call: Markdown. */
export const conventions = `API de la consola y de las taquillas de una banca de lotería.

## Sesión
\`POST /api/v2/auth/session\` con usuario y contraseña responde un \`access_token\`, que va en la cabecera
\`Authorization: Bearer …\` de las demás llamadas y dura unos minutos. La misma respuesta deja en la cookie
\`HttpOnly\` el token de refresco: cuando una llamada responde 401 \`session_expired\`, \`POST /api/v2/auth/refresh\`
con esa cookie da un par nuevo y cambia la cookie. Si también responde 401, hay que iniciar sesión de nuevo. Guarde
todas las cookies del servidor: la del equipo conocido evita esperas al iniciar sesión.

## Quién puede llamar
Cada llamada nombra los roles que la pueden hacer, y cada usuario ve solo su parte del árbol: banca, distribuidores,
agencias y taquillas. Lo que está fuera de su alcance responde 404 \`not_found\`, como si no existiera.

## Operaciones que mueven dinero
Llevan la cabecera \`Idempotency-Key\`: un texto que la terminal inventa una vez por operación, y repite sin cambios
cuando no supo la respuesta. La segunda llamada con la misma clave y los mismos datos no hace nada de nuevo y responde
lo que respondió la primera. La venta, el pago, la devolución y la anulación se pueden repetir así tras cualquier corte.

## Valores
- **Montos**: texto decimal con punto y hasta dos decimales, \`"1250.50"\`; nunca números. Dos monedas nunca se suman.
- **Instantes**: ISO 8601 en UTC. **Días**: \`AAAA-MM-DD\`, días de la zona de la banca (\`zone\` del usuario).
  \`server_time\` es la hora que vale para los cierres.
- **Identificadores**: enteros positivos de 32 bits; los de tickets y movimientos, más largos, son texto. Un ticket se
  nombra por su serial de 10 letras y cifras, y se paga con su código.
- **Números de jugadas**: texto de ancho fijo; \`"007"\` y \`"7"\` son distintos.
- Un campo desconocido en un cuerpo se rechaza. Las respuestas pueden ganar campos: ignore los que no conozca.

## Listas
\`page\` desde 1 y \`per_page\` hasta ${pageLimits.largest}; la respuesta trae \`data\`, \`total\`, \`page\` y
\`per_page\`, y \`totals\` con una fila por moneda donde hay sumas de todo lo filtrado. Varios valores de un filtro
van separados por comas. La misma consulta en \`/export\` descarga todo lo filtrado como archivo.

## Problemas
Todo fallo responde \`application/problem+json\` (RFC 9457): \`code\` es fijo y es lo que un programa compara,
\`detail\` es la frase para la persona, \`errors\` señala los campos y \`instance\` identifica la solicitud ante el
soporte. Con 429 y 503 espere los segundos de \`Retry-After\`.`

/** Each entity in a sentence. */
export const entityTexts: Readonly<Record<EntityName, string>> = {
  session: 'Sesión: entrar, renovar el token, salir y cambiar la contraseña propia.',
  crossDb: 'Otras bancas: registrar su base de datos, pasar de una a otra y verlas lado a lado.',
  partners: 'Afiliados: el árbol de banca, distribuidores, agencias y taquillas.',
  distributors: 'Distribuidores: su registro, de quién dependen y lo que depende de ellos.',
  agencies: 'Agencias: su registro y su responsable de pago.',
  betsConfigurations: 'Configuración de jugadas: montos, premios y límites de cada agencia.',
  quotas: 'Cupos: cuánto se puede vender de cada número en cada nivel del árbol.',
  topQuotas: 'Cupos máximos de la banca por producto, jugada y moneda.',
  products: 'Productos: sus horarios, jugadas y símbolos.',
  images:
    'Imágenes de símbolos y de la banca: se muestran en la dirección que responde la subida, salvo las de acceso restringido.',
  locations: 'Lugares: estados y municipios.',
  general: 'Catálogos: productos, jugadas, sorteos, monedas y otras listas de selección.',
  draws: 'Sorteos: los de un día con su estado, y los que esperan su resultado.',
  manageDraws: 'Resultados y premiación: anotar, confirmar, corregir y retirar resultados.',
  suspendedDraws: 'Sorteos suspendidos: sus jugadas se devuelven, se mueven o se mantienen.',
  awardingControl: 'Permisos para premiar, y si un resultado lo confirma otra persona.',
  blockedNumbers: 'Números bloqueados: lo que no se vende en un sorteo o un período.',
  tickets: 'Tickets en la taquilla: vender, consultar, pagar, devolver, anular y reimprimir.',
  counter: 'La taquilla que vende: lo que necesita saber, con qué se encontraría un ticket, y los que vendió.',
  ticketManagement: 'Gestión de tickets desde la administración: anular, pagar, devolver y aprobar pagos.',
  accounts: 'Cuentas de los afiliados: donde tienen su dinero, y cómo se movió.',
  paymentMethods: 'Métodos de pago de los afiliados.',
  payments: 'Pagos entre afiliados: se reportan, los decide quien recibe, y se asientan al confirmarse.',
  incomes: 'Lo que entra en la caja de una taquilla aparte de sus tickets, y lo que otra taquilla le entregó.',
  outcomes:
    'Lo que sale de la caja de una taquilla aparte de sus tickets, lo que entrega a otra, y los tipos de ambos.',
  transactions: 'Ingresos y egresos que se deciden por encima de la taquilla: lo que espera, lo decidido y sus sumas.',
  accountEntries:
    'Asientos: el libro diario, el balance de comprobación, el mayor de cada cuenta y los lotes que escribe una persona.',
  clients: 'Clientes: quién está detrás de una polla o de un premio grande, por su documento.',
  auditLog: 'Bitácora: quién hizo qué, con una cadena de sellos que se puede verificar.',
  polla: 'Polla: un ticket de varios símbolos sobre los sorteos de un día, y sus potes.',
  kpis: 'Indicadores de los tableros de ventas y de riesgo.',
  alarms: 'Avisos: lo que las cifras muestran fuera de lo usual.',
  alarmConfig: 'Umbrales de los avisos: desde dónde una cifra está fuera de lo usual.',
  savedViews: 'Vistas guardadas: los filtros, el período y el orden de una pantalla, propios o compartidos por rol.',
  users: 'Usuarios: las personas de cada afiliado, lo que pueden, sus sesiones y lo que hicieron.',
  firstSteps: 'Primeros pasos: lo que falta para vender el primer ticket.',
  banking: 'La banca: su nombre, logo, país, zona y monedas, lo que hereda toda la red, y los reportes que se abren.',
  updates: 'Software de las terminales: sus versiones, a quién salen, y lo que cada terminal pregunta.',
  ticketOffices: 'Taquillas: su registro, si están en línea, su equipo y lo que se pide a su terminal.',
  commissions: 'Comisiones y participaciones: qué gana cada afiliado de lo que se vende, y desde cuándo.',
  network:
    'La red desde un libro de Excel: afiliados, taquillas, usuarios y comisiones, revisados antes y aplicados enteros.',
  notifications: 'Notificaciones propias: archivos listos y avisos de la banca.',
  files: 'Archivos que se preparan aparte y esperan a quien los pidió.',
  analytics: 'Analítica: cualquier medida por cualquier dimensión, en el tiempo, apilada y comparada.',
  reports: 'Liquidación general por nivel, y su recálculo desde los tickets.',
  grossSales: 'Ventas brutas por afiliado y producto.',
  dailySales: 'Ventas de cada día por afiliado, con su comparación.',
  dailyBets: 'Jugadas de cada día del sorteo por producto y sorteo, con su comparación.',
  dailyTerminalPaBets: 'Terminales de Panamá de cada día, con el resultado de su sorteo.',
  onlineSales: 'Ventas de hoy a medida que ocurren, y el aviso de que se movieron.',
  ticketReports: 'Reportes de tickets, de jugadas de un sorteo y de premios.',
  rates: 'Tasas: bolívares por unidad de otra moneda, de cada tipo y desde un instante.',
  cashFunds: 'Fondos: efectivo fuera de las cajas, lo que cada uno tiene y cómo llegó a tenerlo.',
  fundMovements: 'Lo que taquillas entregan a fondos y fondos a taquillas: aceptar, rehusar o retirar.',
  reloads: 'Recargas: efectivo que un fondo entrega a la caja de una taquilla que está debajo.',
  cashConfig: 'Con qué se cuentan las cajas de una agencia: piezas, fondo inicial y diferencia tolerada.',
  cashManage: 'Cajas de las taquillas, vistas desde arriba: aprobar, devolver, comparar y revisar.',
  cashRegisters: 'Cuadre de caja en la taquilla: abrir, contar, pasar de mano y enviar.',
  salesControl: 'Control de ventas: lo que vende y debe cada afiliado contra sus límites.',
  statements: 'Estados de cuenta: lo que fue una semana de cada afiliado, y lo que responde quien debe.',
  movementReports: 'Movimientos: el estado de cuenta de un afiliado, día por día.',
  accountBalance: 'Balance de cuentas: lo que debe cada afiliado y por qué, y el cierre de las semanas.',
  openings: 'Saldos iniciales: lo que una banca trae cuando empieza, de un libro y una sola vez.',
  externalSales: 'Ventas en otros sistemas: cargar sus archivos, asignar sus nombres y publicarlas en las cuentas.',
}

interface SharedShape {
  schema: z.ZodType
  /** Where neither a title nor the fields inside say it. */
  text?: string
}

/** What the shapes are called that several calls share; all others are called after their first call. */
export const sharedShapes: Readonly<Record<string, SharedShape>> = {
  Id: { schema: id, text: 'Identificador: entero positivo de 32 bits.' },
  Money: { schema: money, text: 'Monto: texto decimal con punto y hasta dos decimales; puede ser negativo.' },
  Amount: { schema: amount, text: 'Monto de cero o más: texto decimal con punto y hasta dos decimales.' },
  PositiveAmount: { schema: positiveAmount, text: 'Monto mayor que cero.' },
  Percent: { schema: percent, text: 'Porcentaje de 0 a 100: texto decimal con hasta cuatro decimales.' },
  Currency: { schema: currency },
  CalendarDay: { schema: calendarDay, text: 'Día del calendario: `AAAA-MM-DD`.' },
  Day: { schema: day, text: 'Día de la zona de la banca, de 1900 a 2199.' },
  Instant: { schema: instant, text: 'Instante: ISO 8601 en UTC.' },
  SessionUser: { schema: sessionUser, text: 'El usuario de la sesión, con lo que puede hacer.' },
  TicketState: { schema: ticketState },
  TicketLineState: { schema: lineState },
  TicketApprovalState: { schema: approvalState },
  TicketSale: { schema: ticketSale, text: 'Lo que se vende.' },
  Ticket: { schema: ticketView, text: 'Un ticket con sus jugadas y lo que quien llama puede hacer con él.' },
  SoldTicket: { schema: soldTicket, text: 'Un ticket con su código, que se imprime y con el que se paga.' },
  Draw: { schema: drawRow, text: 'Un sorteo.' },
  ResultEntry: { schema: resultEntry, text: 'Un resultado anotado que espera su confirmación.' },
  ResultNumber: { schema: resultNumber, text: 'Un número de un resultado, como salió.' },
}
