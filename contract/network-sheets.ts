/**
 * A workbook of the network: its sheets, what their columns may be and what those are usually called. The same names
 * stand over the columns of the lists' own files, so that what was exported can be brought in again.
 */

export const networkLimits = {
  /** Of the file as it comes. */
  bytes: 12_000_000,
  /** Of all its sheets together. */
  rows: 50_000,
  columns: 60,
  /** Faults that are kept to be shown; all are counted. */
  faults: 1_000,
  /** Workbooks of one person that are not decided yet. */
  waiting: 5,
} as const

/** In the order in which they are written: who hangs from whom before who hangs from them. */
export const networkSheets = ['distribuidores', 'agencias', 'taquillas', 'usuarios', 'comisiones'] as const
export type NetworkSheet = (typeof networkSheets)[number]
export const networkSheetLabels: Record<NetworkSheet, string> = {
  distribuidores: 'Distribuidores',
  agencias: 'Agencias',
  taquillas: 'Taquillas',
  usuarios: 'Usuarios',
  comisiones: 'Comisiones',
}

/** A column: what it is called in a file of ours, and what else it is called in the world's. */
export interface NetworkColumn {
  title: string
  also: readonly string[]
  /** A new row needs it. One that changes what is there already may leave it out. */
  needed?: true
  /** No row says anything without it, so a sheet must have it. */
  key?: true
  /** Lists' own files have it, a book of the network does not. */
  listed?: true
  /** In the template: what may stand in it. */
  hint: string
}

const partnerColumns = {
  code: {
    title: 'Código',
    also: ['Cod', 'Codigo interno', 'Code'],
    needed: true,
    key: true,
    hint: 'De 2 a 12 letras o números',
  },
  name: {
    title: 'Nombre',
    also: ['Distribuidor', 'Agencia', 'Taquilla', 'Razón social', 'Name'],
    needed: true,
    hint: 'Único entre los de su tipo',
  },
  father: {
    title: 'Padre',
    also: ['Código del padre', 'Depende de', 'Código de la agencia', 'Agencia a la que pertenece', 'Father'],
    hint: 'Código o nombre de quien depende; vacío, la banca',
  },
  currencies: { title: 'Monedas', also: ['Moneda', 'Currencies'], hint: 'BS, USD, COP; vacío, las del padre' },
  state: {
    title: 'Región',
    also: ['Estado o provincia', 'Entidad', 'Provincia', 'Departamento'],
    hint: 'Estado del país',
  },
  municipality: { title: 'Municipio', also: ['Ciudad', 'Distrito'], hint: 'De esa región' },
  address: { title: 'Dirección', also: ['Domicilio', 'Address'], hint: 'Hasta 200 letras' },
  document: { title: 'Documento', also: ['RIF', 'Cédula', 'RUC', 'NIT'], hint: 'J-12345678-9' },
  phone: { title: 'Teléfono', also: ['Celular', 'Móvil', 'Phone'], hint: '0414-1234567' },
  email: { title: 'Correo', also: ['Correo electrónico', 'Email', 'E-mail'], hint: 'nombre@empresa.com' },
  status: { title: 'Estado', also: ['Estatus', 'Situación', 'Status'], hint: 'Activo o Inactivo' },
} as const satisfies Record<string, NetworkColumn>

const userColumns = {
  username: {
    title: 'Usuario',
    also: ['Login', 'Nombre de usuario', 'User'],
    needed: true,
    key: true,
    hint: 'Letras sin acento, números, puntos o guiones',
  },
  name: {
    title: 'Nombre',
    also: ['Nombre y apellido', 'Nombre completo', 'Name'],
    needed: true,
    hint: 'De la persona',
  },
  role: {
    title: 'Rol',
    also: ['Perfil', 'Cargo', 'Role'],
    needed: true,
    hint: 'Administrador de taquilla, Vendedor de taquilla…',
  },
  partner: {
    title: 'Afiliado',
    also: ['Código del afiliado', 'Pertenece a', 'Partner'],
    needed: true,
    hint: 'Código o nombre de donde trabaja',
  },
  manage_childs: { title: 'Gestiona dependientes', also: ['Maneja hijos'], hint: 'Sí o No' },
  awarding_results: { title: 'Premia sorteos', also: ['Premia'], hint: 'Sí o No' },
  email: { title: 'Correo', also: ['Correo electrónico', 'Email', 'E-mail'], hint: 'nombre@empresa.com' },
  status: { title: 'Estado', also: ['Estatus', 'Situación', 'Status'], hint: 'Activo o Inactivo' },
} as const satisfies Record<string, NetworkColumn>

const rateColumns = {
  partner: {
    title: 'Afiliado',
    also: ['Código del afiliado', 'Código', 'Agencia', 'Distribuidor'],
    needed: true,
    key: true,
    hint: 'Código o nombre',
  },
  product: { title: 'Producto', also: ['Lotería', 'Juego'], hint: 'Vacío: todos' },
  bet_type: { title: 'Jugada', also: ['Tipo de jugada', 'Modalidad'], hint: 'Vacía: todas' },
  currency: { title: 'Moneda', also: ['Divisa'], hint: 'Vacía: todas' },
  commission_kind: { title: 'Comisión', also: ['Tipo de comisión'], hint: 'VENTA o UTILIDAD' },
  commission_percent: {
    title: '% de comisión',
    also: ['% comisión', 'Porcentaje de comisión', 'Comisión %'],
    needed: true,
    key: true,
    hint: '12 es 12 %',
  },
  participation_kind: {
    title: 'Participación',
    also: ['Tipo de participación'],
    hint: 'COMPARTIDA, SOLO_POSITIVA o ARRASTRE',
  },
  participation_percent: {
    title: '% de participación',
    also: ['% participación', 'Porcentaje de participación', 'Participación %'],
    hint: '30 es 30 %',
  },
  own: { title: 'Propia', also: [], listed: true, hint: 'Sí o No; con No, lo heredado: cuenta si cambia' },
} as const satisfies Record<string, NetworkColumn>

/** The columns of each sheet, in the order of our own files. */
export const networkColumns: Record<NetworkSheet, Readonly<Record<string, NetworkColumn>>> = {
  distribuidores: partnerColumns,
  agencias: {
    ...partnerColumns,
    prepaid: { title: 'Prepago', also: ['Prepagada', 'Prepaid'], hint: 'Sí o No; vacío, como estaba' },
  },
  taquillas: {
    ...partnerColumns,
    father: {
      ...partnerColumns.father,
      title: 'Agencia',
      also: ['Padre', ...partnerColumns.father.also],
      needed: true,
      hint: 'Código o nombre de su agencia',
    },
  },
  usuarios: userColumns,
  comisiones: rateColumns,
}

/** The columns of a sheet in a book of ours, by field. */
export const bookColumns = (sheet: NetworkSheet): [field: string, column: NetworkColumn][] =>
  Object.entries(networkColumns[sheet]).filter(([, { listed }]) => !listed)

/** The fields without which no row of a sheet says anything, that none of its columns was taken for. */
export const missingColumns = (sheet: NetworkSheet, columns: readonly { field: string | null }[]): string[] =>
  Object.entries(networkColumns[sheet]).flatMap(([field, { key }]) =>
    key && !columns.some((column) => column.field === field) ? [field] : [],
  )

/** Of the template: what may stand in each column. Nothing is read from it. */
export const networkGuide = 'Cómo se llena'

/** Sheets under other names. */
export const otherSheetNames: Record<NetworkSheet, readonly string[]> = {
  distribuidores: ['Distribuidor', 'Mayoristas'],
  agencias: ['Agencia', 'Agencies'],
  taquillas: ['Taquilla', 'Puntos de venta', 'Ticket offices'],
  usuarios: ['Usuario', 'Vendedores', 'Users'],
  comisiones: ['Comisión', 'Tasas', 'Porcentajes'],
}
