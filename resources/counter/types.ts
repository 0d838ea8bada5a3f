/** What the counter that sells works with: the ticket being typed, what a text in its field means, and what it knows. */
import type { CounterCatalogue, CounterProduct, Quote } from '@contract/counter.ts'
import type { Arguments } from '@contract/endpoint.ts'
import type { tickets, TicketView } from '@contract/tickets.ts'
import type { OperationClient } from '@contract/clients.ts'
import type { ClientDraft } from '@resources/clients/client-draft.ts'
import type { BetKind } from '@contract/values/bet-numbers.ts'
import type { Currency } from '@contract/values/currency.ts'

/** Of a ticket that was sold, what it takes to repeat it: any answer that shows a ticket will do. */
export interface SoldBefore {
  currency: Currency
  lines: readonly Pick<
    TicketView['lines'][number],
    'draw_id' | 'product_id' | 'product_name' | 'scheduled_at' | 'bet_kind' | 'place' | 'number' | 'stake'
  >[]
}

/** What is known at this moment. */
export interface CounterContext {
  catalogue: CounterCatalogue
  /** The banca's: every hour is said in it. */
  zone: string
  /** By the server's clock. */
  now: number
  /** Draws that the server has refused since the catalogue was read: closed early, or suspended. */
  closed: ReadonlySet<number>
  /** The last ticket that was sold here; null in a new session. */
  last: SoldBefore | null
}

export type BetPlace = CounterProduct['bet_types'][number]['place']

/** For which draws the next number is, in the order they were chosen, and on which columns of those that have some. */
export interface DrawChoice {
  draw_ids: readonly number[]
  places: readonly BetPlace[]
}

/** A bet that a text means. */
export interface NewLine {
  draw_id: number
  product_id: number
  bet_type_id: number
  kind: BetKind
  place: BetPlace
  /** As the server spells it. */
  number: string
  /** Null while nobody said it. */
  stake: string | null
  /** The basket has the same bet already: the stakes become one. */
  adds: boolean
}

export interface BasketLine extends Omit<NewLine, 'adds'> {
  key: string
  /** Lines of one Enter have one: they go together. */
  entry: number
  /** In which turn its amount was written; null where it was taken from the line before, or is missing. */
  written: number | null
}

/** A ticket in the making. Plain data, so that a draft can be kept. */
export interface Basket {
  currency: Currency
  choice: DrawChoice
  lines: readonly BasketLine[]
  /** Who buys it, as it is being typed; null where nobody is asked. */
  client: ClientDraft | null
  /** The last number given to a line, an entry or a written amount. */
  serial: number
}

export type WrongCode =
  /** May still become right: nothing to be red about. */
  | 'unfinished'
  | 'number_unknown'
  | 'name_ambiguous'
  | 'bet_not_offered'
  | 'kinds_mixed'
  | 'amount_invalid'
  | 'amount_ambiguous'
  | 'stake_too_small'
  | 'stake_too_large'
  | 'stake_without_cents'
  | 'currency_not_sold'
  | 'ticket_too_long'
  | 'nothing_waits'
  | 'nothing_to_take_back'
  | 'nothing_to_copy'
  | 'copy_unfit'
  | 'nothing_to_repeat'
  | 'product_unknown'
  | 'draw_unknown'
  | 'draw_ambiguous'
  | 'draw_closed'
  | 'no_draw'
  | 'no_column'

/** What a text in the field would do. `says` is the sentence of what Enter does. */
export type Reading =
  /** An empty field: Enter sells. */
  | { kind: 'nothing' }
  /** Adds lines. A copy and a repeated ticket keep the amounts of their lines. */
  | {
      kind: 'lines'
      says: string
      lines: readonly NewLine[]
      /** Was the amount in the text? */
      written: boolean
      /** Of a repeated ticket, which an empty basket takes over. */
      currency: Currency
    }
  /** An amount for lines that wait for one. */
  | { kind: 'amount'; says: string; stake: string; keys: readonly string[] }
  | { kind: 'draws'; says: string; choice: DrawChoice }
  /** Takes the last entry back. */
  | { kind: 'back'; says: string; entry: number }
  /** A ticket's key, as a scanner writes it behind what stood in the field: no bet. `code` is null of a serial alone. */
  | { kind: 'ticket'; serial: string; code: string | null; before: string }
  | { kind: 'wrong'; code: WrongCode; says: string; hint: string | null }

type TicketLines = Arguments<typeof tickets.sell>['body']['lines']

/** Lines that are sold, with the keys of the basket that they come from, one for one. */
export interface ToSend {
  currency: Currency
  keys: readonly string[]
  lines: TicketLines
  /** Null until a whole document is written. */
  client: OperationClient | null
}

/** An answer, with what it was asked for: it speaks of no other ticket. */
export interface Quoted {
  asked: Omit<ToSend, 'keys'>
  quote: Quote
}

/** A ticket as its sale was sent. */
export type SentTicket = Pick<ToSend, 'currency' | 'lines'> & { client?: OperationClient | null | undefined }

export type BasketAction =
  /** Does what a text says. */
  | { do: 'take'; reading: Reading }
  | { do: 'remove'; keys: readonly string[] }
  | { do: 'remove_entry'; entry: number }
  /** A new ticket. */
  | { do: 'clear' }
  /** Empties the amounts and keeps the numbers. */
  | { do: 'currency'; currency: Currency }
  /** Only this draw, or this one too (or no more). */
  | { do: 'choose'; draw_id: number; only: boolean }
  | { do: 'place'; place: BetPlace }
  | { do: 'stake'; key: string; stake: string | null }
  | { do: 'client'; client: ClientDraft | null }
  /** A key of amounts: for the lines that wait, or else for those that got the last amount. */
  | { do: 'quick'; stake: string }
  /** A ticket that was refused comes back before what was typed meanwhile. */
  | { do: 'bring_back'; sent: SentTicket }
  /** Lines of closed draws pass to the next one of their product; those that have none stay. A quote may know of more. */
  | { do: 'move'; also_closed: readonly number[] }
  /** Lowers what is too much and drops what cannot be sold, by an answer, or by the office's limits alone. */
  | { do: 'adjust'; quoted: Quoted | null }
  /** The clock went on: a ticket without lines passes to the next draw. */
  | { do: 'clock' }

/** What F9 does now, or why it does nothing. */
export type CounterStep =
  | { kind: 'sell'; label: string }
  | { kind: 'change'; label: string; action: BasketAction }
  /** Has the client written: missing, or not whole. */
  | { kind: 'client'; label: string; why: string }
  | { kind: 'blocked'; label: string; why: string }

/** Lines of one draw. */
export interface BasketGroup {
  draw_id: number
  name: string
  /** Struck, and out of the total. */
  closed: boolean
  subtotal: string
  lines: readonly BasketLine[]
}
