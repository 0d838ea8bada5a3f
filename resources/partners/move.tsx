/**
 * Before a partner gets another father (whose its past will be, who answers for it and sees it, what it inherits), or
 * sells in a currency no more.
 */
import { looksOf } from '@contract/field.ts'
import { movePreview, type MovePreview, type MovedHolding, type MovedKind } from '@contract/partner-moves.ts'
import { partners } from '@contract/partners.ts'
import { currencyFacts, type Currency } from '@contract/values/currency.ts'
import { formatDay } from '@contract/values/dates.ts'
import { countText, formatCount } from '@contract/values/money.ts'
import { sumsText } from '@contract/values/sums.ts'
import type { ReadCall } from '@providers/queries.ts'
import { Effects, type Effect, type Question } from '@/kit/page/confirm.tsx'

interface Moving {
  id: number
  name: string
  father_id: number | null
  currencies: readonly Currency[]
}

/** What is asked before a save that moves, or takes a currency away; null for any other. */
export async function askMove(row: Moving, body: object, read: ReadCall): Promise<Question | null> {
  const { father_id, currencies } = body as { father_id?: number; currencies?: Currency[] }
  if (father_id === undefined || father_id === row.father_id) return askLoss(row, currencies)
  const preview = await read(partners.movePreview, {
    body: { id: row.id, father_id, ...(currencies && { currencies }) },
  })
  return {
    title: `¿Mover ${preview.name}?`,
    text: movingText(preview),
    effects: [{ label: 'Depende de', before: preview.father.before.path, after: preview.father.after.path }],
    more: <MoveEffects preview={preview} />,
    action: 'Mover',
    shown: preview.shown,
  }
}

function askLoss({ name, currencies: before }: Moving, after: readonly Currency[] = before): Question | null {
  const lost = before.filter((one) => !after.includes(one))
  if (lost.length === 0) return null
  const named = (some: readonly Currency[]) => some.map((one) => currencyFacts[one].name).join(', ') || 'Ninguna'
  return {
    title: `¿Dejar de vender en ${named(lost)} en ${name}?`,
    text:
      'Desde que se guarde no se vende en esa moneda, ni aquí ni debajo. Lo vendido, los ' +
      'premios por pagar y el saldo en ella quedan como están; cupos y tarifas en ella se ' +
      'guardan y valen si vuelve.',
    effects: [{ label: 'Monedas', before: named(before), after: named(after) }],
    action: 'Dejar de vender',
    danger: true,
  }
}

function movingText({ below: { distributors, agencies, offices } }: MovePreview): string {
  const along = [
    distributors > 0 && countText(distributors, 'distribuidor', 'distribuidores'),
    agencies > 0 && countText(agencies, 'agencia', 'agencias'),
    offices > 0 && countText(offices, 'taquilla', 'taquillas'),
  ].filter((one) => one !== false)
  const last = along.pop()
  if (last === undefined) return 'No tiene a nadie debajo. Se mueve al guardar, con los demás cambios del formulario.'
  return `Se mueve al guardar, con lo que tiene debajo: ${along.length > 0 ? `${along.join(', ')} y ${last}` : last}.`
}

const names = (some: readonly { name: string }[]) => some.map(({ name }) => name).join(', ')

function pastText({ past: { since, losing, gaining } }: MovePreview): string {
  if (since === null) return 'No tiene ventas ni premios: no hay cifras que cambien de lado.'
  const sides = [
    losing.length > 0 && `dejan de sumar en ${names(losing)}`,
    gaining.length > 0 && `pasan a sumar en ${names(gaining)}`,
  ].filter(Boolean)
  return (
    `Sus cifras de todos los días, desde el ${formatDay(since)}, ${sides.join(' y ')}. ` +
    'Tickets, premios, caja y semanas liquidadas siguen siendo suyos, con las tasas con ' +
    'que se vendió.'
  )
}

function MoveEffects({ preview }: { preview: MovePreview }) {
  const { past, responsible, people, changes, kept } = preview
  const balances: Effect[] = [...past.losing, ...past.gaining].map(({ name, before, after }) => ({
    label: `Resultado de ${name}`,
    before: sumsText(before),
    after: sumsText(after),
  }))
  return (
    <>
      <section>
        <h3 className="strong">Su pasado y su resultado</h3>
        <p>{pastText(preview)}</p>
        {past.since !== null && (
          <p>
            Su resultado no cambia: {sumsText(past.balance)}. Es de hoy; cada venta lo mueve. Cambia el de quien tiene
            encima:
          </p>
        )}
        {balances.length > 0 && past.since !== null && <Effects effects={balances} />}
      </section>
      <section>
        <h3 className="strong">Quién responde y quién lo ve</h3>
        <Effects effects={[{ label: 'Responsable de pago', before: responsible.before, after: responsible.after }]} />
        {responsible.before !== responsible.after && (
          <p>
            Lo que debe por semanas anteriores lo sigue debiendo a {responsible.before}; desde la semana en curso, a{' '}
            {responsible.after}.
          </p>
        )}
        {responsible.below > 0 && (
          <p>
            Cambia también el de {countText(responsible.below, 'afiliado que depende', 'afiliados que dependen')} de él.
          </p>
        )}
        <p>Dejan de verlo: {peopleText(people.losing)}</p>
        <p>Pasan a verlo: {peopleText(people.gaining)}</p>
      </section>
      <section>
        <h3 className="strong">Lo que hereda</h3>
        {changes.total === 0 && <p>Nada cambia: hereda lo mismo, o lo tiene propio.</p>}
        {kindsOf(changes.first).map(([kind, rows]) => (
          <div key={kind}>
            <h4>{looksOf(movePreview.shape.changes.shape.first.element.shape.kind).labels?.[kind]}</h4>
            <Effects effects={alike(rows).map(heldEffect)} />
          </div>
        ))}
        {changes.total > changes.first.length && <p>Y {formatCount(changes.total - changes.first.length)} más.</p>}
      </section>
      <section>
        <h3 className="strong">Lo suyo, que queda como está</h3>
        <p>
          {kept.total === 0
            ? 'No tiene nada propio.'
            : `${[...kept.first.map(({ name, value }) => `${name}: ${value}`), ...restOf(kept)].join('; ')}.`}
        </p>
      </section>
    </>
  )
}

/** How many more there are than are named. */
const restOf = ({ total, first }: MovePreview['kept']): string[] =>
  total > first.length ? [`y ${formatCount(total - first.length)} más`] : []

/** How many are named; the rest is counted. */
const mostNamed = 5

function peopleText({ total, first }: MovePreview['people']['losing']): string {
  if (total === 0) return 'nadie.'
  const named = first
    .slice(0, mostNamed)
    .map(({ name, partner_name, manages }) => `${name} (${partner_name}${manages ? ', lo administra' : ''})`)
  return `${named.join(', ')}${total > named.length ? ` y ${formatCount(total - named.length)} más` : ''}.`
}

function kindsOf(rows: readonly MovedHolding[]): [MovedKind, MovedHolding[]][] {
  const kinds = new Map<MovedKind, MovedHolding[]>()
  for (const row of rows) kinds.set(row.kind, [...(kinds.get(row.kind) ?? []), row])
  return [...kinds]
}

/** Those that change alike are said once: `Comisión de Lotto Activo, La Granjita`. */
function alike(rows: readonly MovedHolding[]): MovedHolding[] {
  const groups = new Map<string, MovedHolding[]>()
  for (const row of rows) {
    const key = [row.from, row.from_of, row.to, row.to_of, row.own, beginningOf(row.name)].join('|')
    groups.set(key, [...(groups.get(key) ?? []), row])
  }
  return [...groups.values()].map(([first, ...others]) => ({
    ...first!,
    name: [first!.name, ...others.map(({ name }) => name.slice(beginningOf(name).length))].join(', '),
  }))
}

/** `Comisión de ` */
const beginningOf = (name: string) => /^.*? de /.exec(name)?.[0] ?? ''

const ofWhom = (text: string, of: string | null) => (of === null ? text : `${text} (${of})`)

function heldEffect({ name, from, from_of, to, to_of, own }: MovedHolding): Effect {
  return {
    label: own === null ? name : `${name}. Tiene ${own} propio: lo baja el padre nuevo`,
    before: ofWhom(from, from_of),
    after: ofWhom(to, to_of),
  }
}
