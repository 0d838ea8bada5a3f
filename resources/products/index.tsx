/** Products: the list, a new one over it, and each one with its data, hours, bets and symbols. */
import { Alert } from 'antd'
import { productKindLabels, products, productSettings, type Product } from '@contract/products.ts'
import { formatCount } from '@contract/values/money.ts'
import { registryScreen } from '@/kit/screen/registry-screen.tsx'
import type { Registry } from '@/kit/screen/registry.ts'
import { ProductBets } from './bets.tsx'
import { ProductGeneral } from './general.tsx'
import { identity, affectedEntities } from './product-part.ts'
import { ProductSchedule } from './schedule.tsx'
import { ProductSymbols } from './symbols.tsx'

/** What an inactive product still lacks, so that nobody wonders why it does not sell. */
function MissingNotice({ row }: { row: Product }) {
  const missing = [
    ...(row.kind !== 'polla' && row.schedules.length + row.exceptions.filter((one) => one.kind === 'extra').length === 0
      ? ['horario']
      : []),
    ...(row.bet_types === 0 ? ['jugadas'] : []),
    ...((row.kind === 'animalitos' || row.kind === 'polla') && row.symbols === 0 ? ['símbolos'] : []),
    ...(row.kind === 'polla' && !row.settings.polla ? ['precio y reparto'] : []),
  ]
  if (missing.length > 0)
    return <Alert type="warning" showIcon message={`Para venderse le falta: ${missing.join(', ')}.`} />
  if (row.status === 'inactivo')
    return (
      <Alert type="info" showIcon message="Está inactivo: no se vende ni se crean sorteos. Actívelo en Acciones." />
    )
  return null
}

const screen: Registry<typeof products> = {
  entity: products,
  said: {
    title: 'Productos',
    one: 'producto',
    name: (row) => row.name,
    code: (row) => row.code,
    columns: [
      { key: 'position', width: 80, descend_first: false },
      { key: 'name', fixed: true },
      { key: 'code', optional: true },
      'kind',
      'status',
      { key: 'bet_types', descend_first: false },
      {
        key: 'symbols',
        descend_first: false,
        render: (row) => (row.symbols ? formatCount(row.symbols) : <span className="sorteo-muted">—</span>),
      },
      { key: 'draws_today', descend_first: false },
      { key: 'next_draw_at', descend_first: false },
      { key: 'zone', optional: true },
    ],
    empty: {
      title: 'Aún no hay productos',
      text: 'Cree el primero: luego se le ponen horario, jugadas y símbolos, y se activa.',
    },
    create: {
      only: Object.keys(identity),
      start: ({ zone }) => ({ kind: 'animalitos', zone, position: 50 }),
      added: {
        status: 'inactivo',
        settings: productSettings.parse({}),
        schedules: [],
        exceptions: [],
        offers: [],
        wildcards: [],
      },
      note: 'Nace inactivo: póngale horario, jugadas y símbolos, y actívelo cuando esté listo.',
      opens: (row) => (row.kind === 'polla' ? 'bets' : 'schedule'),
    },
    facts: [
      'next_draw_at',
      'draws_today',
      'bet_types',
      { label: 'Símbolos', value: (row) => (row.symbols ? formatCount(row.symbols) : 'Juega con números') },
      { label: 'Ventas', value: (row) => (row.has_sales ? 'Ya ha vendido' : 'Aún no ha vendido') },
    ],
    page: {
      tabs: [
        {
          segment: 'general',
          label: 'General',
          render: (row) => <ProductGeneral screen={screen} row={row} />,
        },
        { segment: 'schedule', label: 'Horario', render: (row) => <ProductSchedule row={row} /> },
        {
          segment: 'bets',
          label: 'Jugadas y multiplicadores',
          short: 'Jugadas',
          render: (row) => <ProductBets row={row} />,
        },
        { segment: 'symbols', label: 'Símbolos', render: (row) => <ProductSymbols row={row} /> },
      ],
      note: (row) => productKindLabels[row.kind],
      notice: (row) => <MissingNotice row={row} />,
    },
    switching: {
      off: () =>
        'Deja de venderse en el acto y sus sorteos futuros sin ventas se quitan. Lo vendido se premia y se paga igual.',
      on: () =>
        'Sus sorteos de los próximos días se crean según el horario, y las taquillas que lo tienen habilitado pueden venderlo.',
      effects: (row, active) =>
        active
          ? [
              {
                label: 'Sorteos de hoy',
                before: formatCount(row.draws_today),
                after: 'Solo los que ya pasaron o tienen ventas',
              },
            ]
          : [],
    },
    removal: {
      text: 'Nunca ha vendido. Se elimina con su horario, sus jugadas, sus símbolos y sus sorteos. No se puede deshacer.',
      kept: (row) =>
        `${row.name} ya se usa o se usó (sorteos, cupos, bloqueos o comisiones, que no se borran): quedó desactivado.`,
    },
    touches: affectedEntities,
  },
}

export default registryScreen(screen.entity, screen.said)
