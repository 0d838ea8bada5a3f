/** What the reports of figures say of themselves. */
import { measureTerms, type Help } from '@/kit/page/help.tsx'

const drilling =
  'Pulse una fila para ver los afiliados que dependen de ella, y una cifra subrayada para lo que hay detrás.'

export const generalSalesHelp = {
  about:
    'La liquidación del período por afiliado, producto y moneda: qué se vendió, qué se ' +
    'pagó y qué le toca a cada quien. Dos monedas nunca se suman.',
  jobs: [
    ['Nivel', drilling],
    ['Comparar con', 'Agrega la venta anterior y el cambio, en dinero y en porcentaje.'],
    ['Recalcular totales', 'Rehace los totales desde los tickets. Corre aparte y corrige solo lo que no cuadre.'],
  ],
  terms: [
    ...measureTerms('sold', 'prizes', 'commission', 'profit', 'participation', 'total'),
    ['Anulado', 'Lo de tickets anulados: no es venta.'],
  ],
  refusals: ['range_too_long', 'recalculation_running'],
} satisfies Help

export const grossSalesHelp = {
  about: 'Lo vendido por afiliado y producto, sin premios ni comisiones: quién vende qué, y cuánto pesa en el total.',
  jobs: [
    ['Nivel', drilling],
    ['Comparar con', 'Agrega la venta anterior y el cambio.'],
    ['Exportar', 'Baja en XLSX o CSV todo lo que cumple los filtros, con sus totales.'],
  ],
  terms: [
    ...measureTerms('sold', 'lines'),
    ['% de la venta', 'La parte de la fila en lo vendido en su moneda.'],
    [
      'Venta anterior',
      'Lo vendido en el período con que se compara, hasta la misma hora si el de ahora está en curso.',
    ],
  ],
  refusals: ['range_too_long', 'report_disabled'],
} satisfies Help

export const dailySalesHelp = {
  about:
    'Una fila por día y afiliado: ventas, premios, comisión y lo que queda. Los días suman la semana que se liquida.',
  jobs: [
    ['Nivel', drilling],
    ['Comparar con', 'Pone al lado el mismo tramo de antes.'],
    ['Imprimir', 'Trae todas las filas, no solo la página que se ve.'],
  ],
  terms: [...measureTerms('sold', 'prizes', 'commission', 'profit', 'participation', 'total', 'average_ticket')],
  refusals: ['range_too_long', 'report_disabled'],
} satisfies Help

export const betsDailyHelp = {
  about:
    'Las jugadas por sorteo, producto y hora: cuenta el día del sorteo, no el de la ' +
    'venta. En «Terminales de Panamá» están las de los premios panameños.',
  jobs: [
    ['Filas por', 'Junta por día, producto, sorteo o jugada.'],
    ['Hora del sorteo', 'Deja solo los sorteos de esa hora.'],
  ],
  terms: [
    ...measureTerms('lines', 'sold', 'prizes', 'payout_percent'),
    ['Resultado de premiados', 'Ventas menos premios, solo de sorteos que ya tienen resultado.'],
  ],
  refusals: ['range_too_long', 'report_disabled'],
} satisfies Help

export const salesOnlineHelp = {
  about: 'La venta de hoy a medida que ocurre, al lado de la de hace una semana a esta misma hora.',
  jobs: [
    ['Nivel', 'Por distribuidor, agencia o taquilla; pulse una fila para bajar.'],
    ['Exportar', 'Baja lo que hay en este instante.'],
  ],
  terms: [
    ...measureTerms('sold', 'tickets'),
    ['Hace una semana', 'Lo vendido el mismo día de la semana pasada hasta esta hora.'],
    ['Última venta', 'Cuándo vendió por última vez; vacío si hoy no ha vendido.'],
    ['Sin vender', 'Taquillas activas que hoy no han vendido nada.'],
  ],
  refusals: ['report_disabled', 'live_busy'],
} satisfies Help
