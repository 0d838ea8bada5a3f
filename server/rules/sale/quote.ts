/**
 * What a ticket would meet, by the sale's own rules and without selling it: it takes no lock and writes nothing, and is
 * no promise. Another sale may take what it found left.
 */
import type { Quote } from '@contract/counter.ts'
import { add } from '@contract/values/money.ts'
import type { Executor } from '../../platform/db/connect.ts'
import { Problem } from '../../platform/http/problem.ts'
import { lookAtClient } from '../clients/attach.ts'
import { against } from './against.ts'
import { lookAtDraws } from './facts.ts'
import { betsOf, lineFactsBy, rulesOf } from './known.ts'
import { canonicalLines, mergeLines, officeFaults, potentialOf, type SaleFault } from './rules.ts'
import type { Sale } from './sell.ts'

type Asked = Pick<Sale, 'office_id' | 'currency' | 'lines' | 'device_id' | 'client' | 'at'>

/** Throws `not_found` for an office that is none. */
export async function quote(db: Executor, asked: Asked): Promise<Quote> {
  const { office_id, currency } = asked
  const merged = mergeLines(canonicalLines(asked.lines))
  const draws = await lookAtDraws(db, merged)
  const rules = await rulesOf(db, draws, asked, betsOf(merged, draws))
  if (!rules) throw new Problem('not_found')
  const { office } = rules
  const lines = merged.map((line) => ({ ...line, facts: lineFactsBy(line, draws, rules) }))
  const has_client = Boolean(asked.client)
  const [found, client] = await Promise.all([
    against(db, { office, office_id, currency, has_client, lines }),
    clientFaults(db, asked.client),
  ])
  return {
    total: add(...merged.map((line) => line.stake)),
    prize: found.prize,
    faults: [...officeFaults(office, asked.lines, asked.device_id), ...found.ticket, ...client].map(told),
    lines: asked.lines.map(({ stake }, index) => {
      const at = lines.findIndex(({ from }) => from.includes(index))
      const { fault, left } = found.lines[at]!
      return { faults: fault ? [told(fault)] : [], left, prize: potentialOf(stake, lines[at]!.facts, currency) }
    }),
  }
}

/** What its sale would refuse the client for. */
async function clientFaults(db: Executor, client: Asked['client']): Promise<SaleFault[]> {
  if (!client) return []
  try {
    await lookAtClient(db, client)
    return []
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return (error.errors ?? []).map(({ path, code, message }) => ({ field: path, code: code ?? error.code, message }))
  }
}

const told = ({ code, field, message }: Quote['faults'][number]) => ({ code, field, message })
