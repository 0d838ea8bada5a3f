/** Lookups that are facts of the business, not rows: their texts are the ones that screens show. */
import { drawStateLabels, drawStates } from '@contract/draws.ts'
import { paymentTypes, resultCategories } from '@contract/general.ts'
import { statuses, statusLabels } from '@contract/partners.ts'
import { productKindLabels, productKinds } from '@contract/products.ts'
import { ticketStateLabels, ticketStates } from '@contract/tickets.ts'
import { betKindLabels, betKinds, type BetKind } from '@contract/values/bet-numbers.ts'
import { timeSlots } from '@contract/values/dates.ts'

/** What a number of each kind of bet is called. */
const numberNames: Record<BetKind, string> = {
  animalito: 'símbolo',
  triple: 'tres cifras',
  terminal: 'dos últimas cifras',
  punta: 'dos primeras cifras',
  zodiacal: 'tres cifras y signo',
  terminal_signo: 'dos cifras y signo',
  tripleta: 'tres símbolos',
  terminal_pa: 'dos últimas cifras',
  polla: 'símbolos del día',
}

interface Option {
  id: string
  code: string
  name: string
}

/** A value of the contract as a choice: it is its own id and code. */
function choices<T extends string>(values: readonly T[], labels: Record<T, string>): { data: Option[] } {
  return { data: values.map((value) => ({ id: value, code: value.toUpperCase(), name: labels[value] })) }
}

export const lookups = {
  typesDraw: choices(drawStates, drawStateLabels),
  playTypes: {
    data: betKinds.map((kind) => ({
      id: kind,
      code: kind.toUpperCase(),
      name: `${betKindLabels[kind]}: ${numberNames[kind]}`,
    })),
  },
  typesProduct: choices(productKinds, productKindLabels),
  ticketStatus: choices(ticketStates, ticketStateLabels),
  status: choices(statuses, statusLabels),
  times: { data: [...timeSlots] },
  categories: { data: [...resultCategories] },
  paymentTypes: { data: [...paymentTypes] },
}
