/** The help of one screen: what it is for, what its words mean, what is done there, and why it says no. */
import { problems } from '@contract/problems.ts'
import type { Help, HelpEntry } from '@/kit/page/help.tsx'

function List({ title, rows }: { title: string; rows: readonly HelpEntry[] }) {
  if (rows.length === 0) return null
  return (
    <section>
      <h3>{title}</h3>
      <dl className="stack gap-xs">
        {rows.map(([name, text]) => (
          <div key={name}>
            <dt className="strong">{name}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

export function HelpText({ about, terms, jobs, refusals }: Help) {
  return (
    <>
      <p>{about}</p>
      <List title="Qué se hace aquí" rows={jobs} />
      <List title="Qué significa" rows={terms} />
      <List title="Cuándo dice que no" rows={refusals.map((code) => [problems[code].title, problems[code].detail])} />
    </>
  )
}
