/**
 * What a banca that has sold nothing does first, in order: each step ticks by what the database has, and the next one
 * stands out. Nothing once something was sold, and nothing for whoever does none of it.
 */
import { CheckCircleFilled } from '@ant-design/icons'
import { Button } from 'antd'
import { useState } from 'react'
import { firstRole, rules } from '@contract/access/rules.ts'
import { firstStepCalls, firstSteps, type FirstStep } from '@contract/first-steps.ts'
import { screenLink } from '@contract/links.ts'
import { useCall } from '@providers/queries.ts'
import { useCan, useSession } from '@providers/session.ts'
import { NextStep, useOpens } from '@/kit/page/next-step.tsx'
import { Panel } from '@/kit/page/panel.tsx'
import { readSetting, writeSetting } from '@/kit/page/settings.ts'
import type { NewState } from '@/kit/screen/registry.ts'
import './first-steps.css'

interface Way {
  /** The screen's key. */
  screen: string
  button: string
  at?: string
  state?: NewState
}
interface Said {
  title: string
  text: string
  /** Where it is done; the first that the person may open stands out. */
  ways: readonly Way[]
}

/** Whoever was led from here comes back here. */
const from = { back: screenLink('sales-dashboard'), returns: true } as const

const said: Readonly<Record<FirstStep, (own: { partner_id: number }) => Said>> = {
  products: () => ({
    title: 'Productos',
    text: 'Los sorteos que se venden, con sus horas y jugadas. Desactive los que no venderá.',
    ways: [{ screen: 'products', button: 'Ver los productos' }],
  }),
  agencies: ({ partner_id: father_id }) => ({
    title: 'Una agencia',
    text: 'Responde por sus taquillas. Cuelga de la banca o de un distribuidor, que se crea antes.',
    ways: [
      { screen: 'agencies', button: 'Crear una agencia', at: 'create', state: { ...from, start: { father_id } } },
      { screen: 'affiliates', button: 'Crear un distribuidor', at: 'create', state: { ...from, start: { father_id } } },
    ],
  }),
  offices: () => ({
    title: 'Una taquilla',
    text: 'El punto donde se vende. Cuelga de su agencia y hereda lo que esta tiene.',
    ways: [{ screen: 'ticket-offices', button: 'Crear una taquilla', at: 'create', state: from }],
  }),
  sellers: () => ({
    title: 'Un vendedor',
    text: 'El usuario de una taquilla. El de polla vende en esta consola; el otro, en su terminal.',
    ways: [
      {
        screen: 'users',
        button: 'Crear un usuario',
        at: 'create',
        state: { ...from, start: { role: firstRole.taquilla } },
      },
    ],
  }),
  rates: ({ partner_id }) => ({
    title: 'Comisiones',
    text: 'Lo que gana quien vende. Las propias valen para todos los de abajo que no tengan otras.',
    ways: [{ screen: 'commissions', button: 'Poner las comisiones', at: String(partner_id) }],
  }),
  quotas: ({ partner_id }) => ({
    title: 'Cupos',
    text: 'Lo más que se vende de un número en un sorteo. Mientras no haya ninguno, no hay tope.',
    ways: [
      { screen: 'top-quotas', button: 'Poner el cupo máximo' },
      { screen: 'quotas', button: 'Poner los cupos', at: String(partner_id) },
    ],
  }),
  sale: () => ({
    title: 'La primera venta',
    text: 'La hace el vendedor con su usuario: en su terminal o, si es de polla, en la pantalla Polla.',
    ways: [{ screen: 'sales-online', button: 'Ver las ventas en línea' }],
  }),
}

const setting = 'first-steps-hidden'

/** Asks only for those who write the registry: to others it would only say what they may not do. */
export function FirstSteps() {
  const writes = useCan(rules.registryWrite)
  const own = useSession()
  const [hidden, setHidden] = useState(() => readSetting(setting, false, own))
  const { data } = useCall(firstStepCalls.show, undefined, { enabled: writes })
  const opens = useOpens()
  if (!data || data.sold) return null
  const steps = firstSteps.flatMap((step) => {
    const { ways, ...rest } = said[step](own)
    const open = ways.filter(({ screen }) => opens(screen))
    return open.length === 0 ? [] : [{ ...rest, step, ways: open, done: data.done.includes(step) }]
  })
  const count = `${steps.filter(({ done }) => done).length} de ${steps.length}`
  const next = steps.find(({ done }) => !done)?.step
  const hide = (value: boolean) => {
    setHidden(value)
    writeSetting(setting, value, own)
  }
  if (hidden)
    return (
      <div>
        <Button size="small" onClick={() => hide(false)}>
          Primeros pasos ({count})
        </Button>
      </div>
    )
  return (
    <Panel
      title="Primeros pasos"
      note={`Hechos ${count}. De arriba abajo, hasta el primer ticket vendido.`}
      actions={
        <Button size="small" onClick={() => hide(true)}>
          Ocultar
        </Button>
      }
    >
      <ol className="first-steps plain-list lined">
        {steps.map(({ step, title, text, ways, done }, at) => (
          <li key={step} className="row gap-sm" data-done={done} aria-current={step === next ? 'step' : undefined}>
            <span className="first-steps-mark middle strong" aria-hidden="true">
              {done ? <CheckCircleFilled className="good" /> : at + 1}
            </span>
            <div className="grow">
              <span className="strong">{title}</span>
              {done && <span className="sorteo-unseen"> (hecho)</span>}
              {!done && <p className="sorteo-muted">{text}</p>}
            </div>
            <div className="row gap-xs">
              {ways.map(({ screen, button, ...to }, n) => (
                <NextStep key={screen} screen={screen} primary={step === next && n === 0} {...to}>
                  {button}
                </NextStep>
              ))}
            </div>
          </li>
        ))}
      </ol>
    </Panel>
  )
}
