/**
 * The demo banca's distributors and agencies. An agency: name, municipality, offices, the currencies
 * it sells beside bolivares with their share of its tickets in percent, and how its stakes compare.
 */

export type AgencyEntry = readonly [
  name: string,
  state: string,
  municipality: string,
  offices: number,
  usd: number,
  cop: number,
  stakes: number,
]

export interface DistributorEntry {
  name: string
  state: string
  municipality: string
  /** Name of the distributor above it; missing hangs from the banca. */
  father?: string
  agencies: readonly AgencyEntry[]
}

export const demoDistributors: readonly DistributorEntry[] = [
  {
    name: 'Distribuidora Capital',
    state: 'Distrito Capital',
    municipality: 'Libertador',
    agencies: [
      ['La Candelaria', 'Distrito Capital', 'Libertador', 5, 22, 0, 1.3],
      ['Sabana Grande', 'Distrito Capital', 'Libertador', 4, 30, 0, 1.5],
      ['Catia', 'Distrito Capital', 'Libertador', 4, 10, 0, 0.8],
      ['El Valle', 'Distrito Capital', 'Libertador', 3, 8, 0, 0.8],
      ['Chacao', 'Miranda', 'Chacao', 2, 45, 0, 2],
      ['Petare', 'Miranda', 'Sucre', 4, 9, 0, 0.8],
      ['Los Teques', 'Miranda', 'Guaicaipuro', 2, 14, 0, 1],
      ['Guarenas', 'Miranda', 'Plaza', 2, 12, 0, 1],
      ['Catia La Mar', 'La Guaira', 'Vargas', 2, 15, 0, 1],
    ],
  },
  {
    name: 'Distribuidora Central',
    state: 'Carabobo',
    municipality: 'Valencia',
    agencies: [
      ['Valencia Centro', 'Carabobo', 'Valencia', 4, 20, 0, 1.2],
      ['Naguanagua', 'Carabobo', 'Naguanagua', 2, 25, 0, 1.3],
      ['Puerto Cabello', 'Carabobo', 'Puerto Cabello', 2, 15, 0, 1],
      ['Maracay', 'Aragua', 'Girardot', 3, 18, 0, 1.1],
      ['Cagua', 'Aragua', 'Sucre', 1, 12, 0, 0.9],
      ['San Juan de los Morros', 'Guárico', 'Juan Germán Roscio', 1, 10, 0, 0.9],
    ],
  },
  {
    name: 'Distribuidora Centroccidental',
    state: 'Lara',
    municipality: 'Iribarren',
    agencies: [
      ['Barquisimeto Este', 'Lara', 'Iribarren', 3, 22, 0, 1.2],
      ['Cabudare', 'Lara', 'Palavecino', 2, 20, 0, 1.1],
      ['Carora', 'Lara', 'Torres', 1, 10, 0, 0.8],
      ['Acarigua', 'Portuguesa', 'Páez', 2, 12, 0, 0.9],
      ['San Felipe', 'Yaracuy', 'San Felipe', 1, 10, 0, 0.8],
    ],
  },
  {
    name: 'Distribuidora Zuliana',
    state: 'Zulia',
    municipality: 'Maracaibo',
    agencies: [
      ['Maracaibo Delicias', 'Zulia', 'Maracaibo', 4, 35, 8, 1.3],
      ['Las Pulgas', 'Zulia', 'Maracaibo', 3, 20, 15, 0.9],
      ['San Francisco', 'Zulia', 'San Francisco', 2, 22, 8, 1],
      ['Cabimas', 'Zulia', 'Cabimas', 2, 18, 4, 0.9],
      ['Punto Fijo', 'Falcón', 'Carirubana', 2, 30, 0, 1.1],
    ],
  },
  {
    name: 'Distribuidora Andina',
    state: 'Táchira',
    municipality: 'San Cristóbal',
    agencies: [
      ['San Cristóbal Centro', 'Táchira', 'San Cristóbal', 3, 12, 55, 1.1],
      ['San Antonio', 'Táchira', 'Bolívar', 2, 8, 75, 1],
      ['Ureña', 'Táchira', 'Pedro María Ureña', 1, 6, 80, 0.9],
      ['Mérida', 'Mérida', 'Libertador', 2, 22, 18, 1],
      ['El Vigía', 'Mérida', 'Alberto Adriani', 1, 12, 30, 0.9],
      ['Valera', 'Trujillo', 'Valera', 1, 14, 5, 0.9],
    ],
  },
  {
    name: 'Distribuidora Oriente',
    state: 'Anzoátegui',
    municipality: 'Simón Bolívar',
    agencies: [
      ['Puerto La Cruz', 'Anzoátegui', 'Juan Antonio Sotillo', 3, 22, 0, 1.1],
      ['Maturín', 'Monagas', 'Maturín', 2, 18, 0, 1],
      ['Porlamar', 'Nueva Esparta', 'Mariño', 2, 38, 0, 1.4],
      ['Cumaná', 'Sucre', 'Sucre', 1, 10, 0, 0.8],
    ],
  },
  {
    name: 'Distribuidora Guayana',
    state: 'Bolívar',
    municipality: 'Caroní',
    father: 'Distribuidora Oriente',
    agencies: [
      ['Puerto Ordaz', 'Bolívar', 'Caroní', 3, 30, 0, 1.4],
      ['San Félix', 'Bolívar', 'Caroní', 2, 15, 0, 0.9],
      ['Ciudad Bolívar', 'Bolívar', 'Angostura', 1, 15, 0, 0.9],
    ],
  },
]

/** Agencies that hang from the banca itself. */
export const directAgencies: readonly AgencyEntry[] = [
  ['Casa Matriz', 'Distrito Capital', 'Libertador', 3, 28, 0, 1.2],
  ['Terminal La Bandera', 'Distrito Capital', 'Libertador', 2, 18, 4, 1],
  ['San Fernando', 'Apure', 'San Fernando', 1, 8, 12, 0.8],
]

/** The banca of the Panama demo: its only distributor and its agencies, in dollars. */
export const panamaAgencies: readonly AgencyEntry[] = [
  ['Calidonia', 'Panamá', 'Panamá', 3, 100, 0, 1],
  ['San Miguelito', 'Panamá', 'San Miguelito', 2, 100, 0, 0.9],
  ['La Chorrera', 'Panamá Oeste', 'La Chorrera', 2, 100, 0, 0.9],
  ['Colón', 'Colón', 'Colón', 1, 100, 0, 0.8],
  ['David', 'Chiriquí', 'David', 1, 100, 0, 0.9],
]
