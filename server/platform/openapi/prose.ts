/** A call in words, from nothing but what is declared of it. */
import { z } from 'zod'
import { roleLabels, type Rule } from '@contract/access/rules.ts'
import type { Endpoint, ListFacts } from '@contract/endpoint.ts'
import { titleOf } from '@contract/field.ts'
import { everyEndpoint } from '@contract/index.ts'
import { longestRangeDays } from '@contract/values/dates.ts'
import { isReading } from '../http/lanes.ts'

const listed = (words: readonly string[]) => words.map((word) => `\`${word}\``).join(', ')

/** Who may call. */
function whoOf({ access, refresh_cookie }: Endpoint): string {
  if (refresh_cookie === 'asks')
    return '**Quién**: quien trae la cookie de refresco, que está en el lugar de la cabecera.'
  return allowedBy(access)
}

function allowedBy({ roles, manage_childs, awarding_results, denied_countries = [] }: Rule): string {
  if (roles === 'public') return 'Cualquiera, sin sesión.'
  const who =
    roles === '*' ? 'cualquier usuario con sesión' : roles.map((role) => `${roleLabels[role]} (\`${role}\`)`).join(', ')
  const further = [
    manage_childs && 'solo con permiso para administrar dependientes (`manage_childs`)',
    awarding_results && 'solo con permiso para premiar (`awarding_results`)',
    denied_countries.length > 0 && `no en ${denied_countries.join(', ')}`,
  ].filter(Boolean)
  return `**Quién**: ${[who, ...further].join('; ')}.`
}

/** Whether it may be repeated. */
function againOf(endpoint: Endpoint): string | undefined {
  if (endpoint.moves_money)
    return '**Mueve dinero**: exige `Idempotency-Key`; con la misma clave y los mismos datos se puede repetir sin que se haga dos veces.'
  if (isReading(endpoint)) return endpoint.method === 'GET' ? undefined : 'Solo lee: se puede repetir.'
  return endpoint.access.roles === 'public'
    ? undefined
    : 'Con `Idempotency-Key` se puede repetir sin que se haga dos veces.'
}

/** How a list is asked; its file is asked in the same way. */
function listOf({ filters, search, sort, first, period, totals, whole }: ListFacts, isFile: boolean): string {
  const names = Object.entries(filters).map(([name, schema]) => {
    const title = titleOf(schema)
    return title ? `\`${name}\` (${title})` : `\`${name}\``
  })
  const pages = whole ? 'Lista completa, sin páginas' : 'Lista por páginas (`page`, `per_page`)'
  const ends = period?.needed ? 'los dos obligatorios' : period?.open ? 'basta uno de los dos' : 'los dos o ninguno'
  return [
    isFile ? 'Todo lo filtrado, sin páginas' : pages,
    names.length > 0 && `Filtros: ${names.join(', ')}`,
    search && `\`q\` busca en: ${search}`,
    sort.length > 0 && `Se ordena por ${listed(sort)}${first ? `, y si no se pide por \`${first}\`` : ''}`,
    period && `\`from\` y \`to\`: ${period.title}, hasta ${longestRangeDays} días, ambos incluidos; ${ends}`,
    totals && !isFile && '`totals`: las sumas de todo lo filtrado, una fila por moneda',
  ]
    .filter(Boolean)
    .join('. ')
    .concat('.')
}

/** An event, with the fields of its data and what is said of them. */
function saidOf([name, data]: [string, z.ZodType]): string {
  const { description, properties } = z.toJSONSchema(data) as z.core.JSONSchema.ObjectSchema
  const fields = Object.entries(properties ?? {}).map(([field, one]) => {
    const { enum: values, description: words } = one as z.core.JSONSchema.Schema
    return [`\`${field}\``, values && `(${values.join(', ')})`, words && `: ${words}`].filter(Boolean).join(' ')
  })
  return `El aviso \`${name}\` dice, en JSON, ${description}: ${fields.join('; ')}.`
}

/** Everything declared of a call beside its shape, in paragraphs of Markdown. */
export function proseOf(endpoint: Endpoint): string {
  const { response, says, upload, largest_body, reports, deprecated } = endpoint
  const isFile = response === 'file'
  const list = endpoint.list ?? everyEndpoint().find((one) => one.endpoint.list?.file === endpoint)?.endpoint.list
  return [
    deprecated && '**En retiro**: no la use en programas nuevos.',
    whoOf(endpoint),
    againOf(endpoint),
    list && listOf(list, isFile),
    isFile &&
      'Responde un archivo que se envía mientras se escribe, sin largo anunciado; si se corta, no está completo.',
    response === 'events' &&
      'Responde avisos (server-sent events): `movido` al empezar y cada vez que algo se ' +
        'mueve; una línea con `:` es solo un latido. Se cierra a los pocos minutos o cuando ' +
        'termina la sesión: se abre de nuevo.',
    ...Object.entries(says ?? {}).map(saidOf),
    upload && `Recibe un archivo en el campo \`file\` de un formulario, de hasta ${upload.largest_bytes} bytes.`,
    largest_body && `Su cuerpo puede llegar a ${largest_body} bytes.`,
    reports && 'Puede responderse desde una réplica, unos instantes detrás de la última venta.',
  ]
    .filter(Boolean)
    .join('\n\n')
}
