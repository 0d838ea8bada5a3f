/** What an account is known by, as each kind of account and of payment method asks it; and the currency of either. */
import { z } from 'zod'
import { field, ownChoices } from './field.ts'
import { document, email, pattern, phone, text } from './values/contact.ts'
import { currency, currencyFacts } from './values/currency.ts'

/** One of those that the banca sells in. */
export const currencyOfSession = field(currency, 'Moneda', {
  choices: ownChoices(({ session }) =>
    session.currencies.map((code) => ({ value: code, label: `${currencyFacts[code].name} (${code})` })),
  ),
})

/** A text that only some kinds have, and that these must have. */
function ofKinds(title: string, schema: z.ZodType<string, string>, is: readonly string[], hint?: string) {
  return field(schema.or(z.literal('')).default(''), title, {
    when: { field: 'kind', is },
    needed: true,
    ...(hint && { hint }),
  })
}

/** Kinds of payment methods, and of accounts, by name: what is called alike asks the same of both. */
export const accountData = {
  bank: ofKinds('Banco', text(3, 60), ['banco', 'transferencia', 'pago_movil', 'punto_venta']),
  account_number: ofKinds('Número de cuenta', pattern(/^[0-9-]{8,25}$/, 'Solo números, de 8 a 25'), [
    'banco',
    'transferencia',
  ]),
  phone: ofKinds('Teléfono', phone, ['pago_movil']),
  email: ofKinds('Correo', email, ['zelle']),
  wallet: ofKinds(
    'Dirección o usuario',
    text(4, 120),
    ['cripto'],
    'La red y la dirección, o el usuario de la plataforma.',
  ),
  holder: ofKinds('Titular', text(3, 80), ['banco', 'transferencia', 'zelle']),
  holder_document: ofKinds('Documento del titular', document, ['banco', 'transferencia', 'pago_movil']),
}
