/** What every partner of the registry is asked, whatever its level: who it is, where, and in which currencies it sells. */
import { z } from 'zod'
import { choices, field, ownChoices } from './field.ts'
import { locations } from './locations.ts'
import { status } from './partners.ts'
import { nameText, remark } from './values/contact.ts'
import { currency, currencyFacts } from './values/currency.ts'
import { instant } from './values/dates.ts'

const name = field(nameText(3, 80, 'Escriba el nombre'), 'Nombre')
const code = field(
  z
    .string({ error: 'Escriba el código' })
    .trim()
    .toUpperCase()
    .regex(/^[A-Z0-9-]{2,12}$/, 'De 2 a 12 letras, números o guiones'),
  'Código',
  { control: 'code', longest: 12, hint: 'Único en toda la banca. De 2 a 12 letras, números o guiones.' },
)
/** RIF or cédula: `J-12345678-9`, `V-12345678`; Panama's RUC is looser, so digits and dashes after the letter. */
const document = field(
  z
    .string()
    .trim()
    .toUpperCase()
    .regex(/^([VEJGPC]-?)?[0-9][0-9-]{4,18}$/, 'Documento no válido, por ejemplo J-12345678-9')
    .or(z.literal('')),
  'Documento',
  { longest: 22, placeholder: 'J-12345678-9' },
)
/** How documents are compared: `J-01234567-8` and `J12345678` are one. */
export const documentKey = (written: string) => written.replace(/-/g, '').replace(/^([A-Z]?)0+/, '$1')

const phone = field(
  z
    .string()
    .trim()
    .regex(/^\+?[0-9 ()-]{7,20}$/, 'Teléfono no válido')
    .or(z.literal('')),
  'Teléfono',
  { control: 'phone', longest: 20, placeholder: '0414-1234567' },
)
const email = field(z.email('Correo no válido').max(120).or(z.literal('')), 'Correo', { control: 'email' })

/** The banca's own country first; where there are several, each state says its own. */
export const stateChoices = choices(locations.states, {
  query: () => ({}),
  options: ({ data }, { session }) => {
    const several = new Set(data.map((one) => one.country_iso2)).size > 1
    const foreign = ({ country_iso2 }: { country_iso2: string }) => Number(country_iso2 !== session.country_iso2)
    return [...data]
      .sort((one, other) => foreign(one) - foreign(other))
      .map((one) => ({ value: one.id, label: several ? `${one.name} (${one.country_iso2})` : one.name }))
  },
})
const municipalities = choices(locations.municipalities, {
  within: 'state_id',
  query: ({ values }) => (typeof values['state_id'] === 'number' ? { state_id: values['state_id'] } : null),
  options: ({ data }) => data.map((one) => ({ value: one.id, label: one.name })),
})
/** A currency that the banca sells in. */
export const soldCurrency = field(currency, 'Moneda', {
  choices: ownChoices(({ session }) =>
    session.currencies.map((one) => ({ value: one, label: `${currencyFacts[one].name} (${one})` })),
  ),
})

/** The fields of its form, but for its father. */
export const partnerFields = {
  name,
  code,
  currencies: field(z.array(soldCurrency).min(1, 'Elija al menos una moneda'), 'Monedas', {
    placeholder: 'Elija las monedas en que vende',
  }),
  state_id: field(z.number({ error: 'Elija la región' }).int().positive(), 'Región', {
    names: 'state',
    choices: stateChoices,
    placeholder: 'Elija la región',
  }),
  municipality_id: field(z.number({ error: 'Elija el municipio' }).int().positive(), 'Municipio', {
    names: 'municipality',
    choices: municipalities,
    placeholder: 'Elija el municipio',
  }),
  address: field(remark(200).default(''), 'Dirección'),
  document: document.default(''),
  phone: phone.default(''),
  email: email.default(''),
  status: field(status.default('activo'), 'Estado', { control: 'radio' }),
}

/** What every partner's row says of it beside its own name and its father's. */
export const partnerFacts = {
  id: z.number().int(),
  code: field(z.string(), 'Código'),
  document: field(z.string(), 'Documento'),
  phone: field(z.string(), 'Teléfono'),
  email: field(z.string(), 'Correo'),
  address: field(z.string(), 'Dirección'),
  state_id: z.number().int().nullable(),
  state_name: field(z.string().nullable(), 'Región'),
  municipality_id: z.number().int().nullable(),
  municipality_name: field(z.string().nullable(), 'Municipio'),
  currencies: field(z.array(currency), 'Monedas'),
  status,
  created_at: field(instant, 'Fecha de alta'),
  /** Grows at each save; an edit carries the one it started from. */
  version: z.number().int(),
}
