/**
 * Addresses of the console that screens and notifications lead to: where a thing is shown, apart from the state of the
 * screen that shows it.
 */
import { screens } from './access/screens.ts'
import { addressOf, type Params } from './address.ts'

/** The path of a screen with what it is asked to show; what is undefined is left out. @throws Error for a screen there is not */
export function screenLink(key: string, params: Params = {}): string {
  const found = screens.find((screen) => screen.key === key)
  if (!found) throw new Error(`there is no screen ${key}`)
  return addressOf(found.path, params)
}

/** The awarding screen with a draw open. */
export function awardLink(draw: number): string {
  return screenLink('manage-draws', { draw })
}

/** The board of numbers with a draw chosen, and the numbers of a bet type found on it. */
export function blockLink(of: { draw_id: number; bet_type_id?: number; number?: string }): string {
  return screenLink('blocked-numbers', { draw: of.draw_id, bet_type_id: of.bet_type_id, number: of.number })
}

interface DrawOf {
  partner_id?: number | undefined
  bet_type_id?: number | undefined
  currency?: string | undefined
  draw_day?: string | undefined
}

/** Where the lines of a draw are, or its numbers; of one partner, bet type or currency. */
export function drawLink(draw: number, view: 'sorteo' | 'numeros' = 'sorteo', of: DrawOf = {}): string {
  return screenLink('ticket-consult', { view, draw, ...of })
}

/** A workbook of the network, as far as it is. */
export function networkLink(import_id: number): string {
  return screenLink('affiliates', { view: 'import', book: import_id })
}

/** A payment's record. */
export function paymentLink(payment_id: number): string {
  return `${screenLink('payment-record')}/${payment_id}`
}

/** An income or an outcome that somebody decides. */
export function transactionLink(movement_id: number): string {
  return `${screenLink('transactions-pending')}/${movement_id}`
}

/** A user's record. */
export function userLink(user_id: number): string {
  return `${screenLink('users')}/${user_id}`
}
