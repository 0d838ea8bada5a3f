/** What the transactions say of themselves. */
import type { Help } from '@/kit/page/help.tsx'

const about =
  'Ingresos y egresos de las taquillas cuyo tipo pide aprobación. El dinero ya está en la caja, o ya salió de ella: aquí se decide si vale.'

export const pendingHelp = {
  about: `${about} Arriba está lo que más espera, de cualquier día.`,
  jobs: [
    ['Aprobar', 'Se asienta hoy en su tipo. Lo que asume la banca baja lo que la agencia debe.'],
    [
      'Rechazar',
      'Una, o varias con la misma observación, que lee quien las escribió. Quedan como diferencia de la caja.',
    ],
  ],
  terms: [
    ['Días en espera', 'Desde que se escribió.'],
    ['Lo asume', 'Un egreso que asume la banca lo decide ella sola.'],
  ],
  refusals: ['moved_already', 'needs_other', 'changed_meanwhile'],
} satisfies Help

export const historyHelp = {
  about: `${about} Los que esperan están siempre; los decididos, según el día en que se escribieron.`,
  jobs: [['Exportar', 'Lo que cumple los filtros, en un archivo.']],
  terms: [
    ['Estado', '«Por aprobar» espera; «Aprobado» se asentó en su tipo; «Rechazado» quedó como diferencia.'],
    ['Tipo', 'Lo crea la agencia, o la banca para todas.'],
    ['Lo asume', 'Un egreso que asume la banca baja lo que la agencia debe.'],
  ],
  refusals: [],
} satisfies Help
