/** What a record says in words: for whoever may not change it, and what is known of it beside its form. */
import { Alert } from 'antd'
import type { z } from 'zod'
import { looksOf, titleOf } from '@contract/field.ts'
import { useSession } from '@providers/session.ts'
import { Facts, type Fact } from '../page/facts.tsx'
import { Stack } from '../page/stack.tsx'
import type { PagedEndpoint, RowOf } from '../table/query.ts'
import { cellText } from './cell.tsx'
import { factsOf } from './list-table.tsx'
import type { RecordRow, Registry, RegistryEntity } from './registry.ts'

interface FactsOfProps<E extends RegistryEntity> {
  screen: Registry<E>
  row: RecordRow<E>
}

function useFacts<E extends RegistryEntity>({ screen, row }: FactsOfProps<E>) {
  const { zone } = useSession()
  const { shape } = screen.entity.show.response as z.ZodObject
  const values = row as Record<string, unknown>
  return (name: string): Fact => {
    const schema = shape[name] as z.ZodType
    const value = cellText(schema, values[name], { zone, currency: values['currency'] })
    // A remark keeps the lines it was written in.
    const isLong = looksOf(schema).control === 'area'
    return {
      label: titleOf(schema) ?? name,
      value: isLong ? <span style={{ whiteSpace: 'pre-line' }}>{value}</span> : value,
    }
  }
}

/** Fields of a list's row as facts. */
export function RowFacts<E extends PagedEndpoint>({
  list,
  row,
  names,
}: {
  list: E
  row: RowOf<E>
  names: readonly (keyof RowOf<E> & string)[]
}) {
  const { zone } = useSession()
  const { shape } = factsOf(list).row
  const values = row as Record<string, unknown>
  const facts = names.map((name) => {
    const schema = shape[name] as z.ZodType
    return {
      label: titleOf(schema) ?? name,
      value: cellText(schema, values[name], { zone, currency: values['currency'] }),
    }
  })
  return <Facts facts={facts} />
}

/** Facts beside a form. */
export function RecordFacts<E extends RegistryEntity>(props: FactsOfProps<E>) {
  const fact = useFacts(props)
  const facts = (props.screen.said.facts ?? []).map((one) =>
    typeof one === 'string' ? fact(one) : { label: one.label, value: one.value(props.row) },
  )
  return <Facts facts={facts} />
}

/** The same data for those who may not change it: text, not fields that do not answer. */
export function RecordRead<E extends RegistryEntity>(props: FactsOfProps<E>) {
  const { entity, said } = props.screen
  const fact = useFacts(props)
  const { shape } = entity.show.response as z.ZodObject
  const form = (entity.create?.body as z.ZodObject | undefined)?.shape ?? {}
  const names = said.read ?? Object.keys(form).filter((name) => name in shape)
  return (
    <Stack gap="sm">
      <Alert
        type="info"
        showIcon
        message={`Su usuario puede ver ${said.feminine ? 'esta' : 'este'} ${said.one}, no cambiarl${said.feminine ? 'a' : 'o'}.`}
      />
      <Facts facts={names.map(fact)} />
    </Stack>
  )
}
