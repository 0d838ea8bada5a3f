/** Where a partner of a workbook is: its state and municipality. */
import { fold } from '@contract/values/text.ts'
import type { Known, KnownPartner } from './known.ts'
import type { BookLine } from './rows.ts'

/** States and municipalities of the banca's country, by name. */
export class PlaceNames {
  private readonly states: ReadonlyMap<string, number>
  private readonly municipalities: ReadonlyMap<string, number>
  private readonly names: ReadonlyMap<string, string>

  constructor({ states, municipalities }: Known) {
    this.states = new Map(states.map(({ id, name }) => [fold(name), id]))
    this.municipalities = new Map(municipalities.map(({ id, state_id, name }) => [`${state_id}|${fold(name)}`, id]))
    this.names = new Map([
      ...states.map(({ id, name }) => [`s${id}`, name] as const),
      ...municipalities.map(({ id, name }) => [`m${id}`, name] as const),
    ])
  }

  stateName = (id: number | null) => this.names.get(`s${id}`) ?? null
  municipalityName = (id: number | null) => this.names.get(`m${id}`) ?? null

  /** A municipality belongs to the state of its row, or of the partner where the row says none. */
  of(row: BookLine, before: KnownPartner | null): { state_id: number | null; municipality_id: number | null } {
    const state = row.get<string>('state')
    const municipality = row.get<string>('municipality')
    const state_id = state === undefined ? (before?.state_id ?? null) : (this.states.get(fold(state)) ?? null)
    if (state !== undefined && state_id === null) row.refuse('state', 'No es una región del país de la banca.')
    if (municipality === undefined) {
      if (before && state_id !== before.state_id)
        row.refuse('municipality', 'La región cambia: diga también el municipio.')
      return { state_id, municipality_id: before?.municipality_id ?? null }
    }
    const municipality_id = this.municipalities.get(`${state_id}|${fold(municipality)}`) ?? null
    if (state_id === null && state === undefined) row.refuse('municipality', 'Falta la región de ese municipio.')
    else if (state_id !== null && municipality_id === null)
      row.refuse('municipality', 'No es un municipio de esa región.')
    return { state_id, municipality_id }
  }
}
