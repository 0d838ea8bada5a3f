/**
 * What an address says and cannot be shown: a value that no filter has, days that run backwards. The view goes on with
 * what is usual there, and a notice says what was left out and what is shown in its place: never in silence.
 */
import { WarningFilled } from '@ant-design/icons'
import { Button } from 'antd'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { queryWith } from '@contract/address.ts'

export interface LinkFault {
  /** The parameters of the address that are at fault. */
  names: readonly string[]
  /** `Moneda «EUR»: no es un valor de este filtro.` */
  text: string
}

/** By whoever reads that part of the address. Two may read the same. */
const faultsBy = new Map<object, readonly LinkFault[]>()
let all: readonly LinkFault[] = []
const watchers = new Set<() => void>()

function tell(by: object, faults: readonly LinkFault[]): void {
  if (faults.length === 0 ? !faultsBy.delete(by) : faultsBy.set(by, faults) !== faultsBy) return
  const seen = new Map([...faultsBy.values()].flat().map((fault) => [fault.text, fault]))
  all = [...seen.values()]
  for (const watcher of watchers) watcher()
}

/** Tells the page what its address has wrong. `faults` is the same array as long as nothing changed. */
export function useReportFaults(faults: readonly LinkFault[]): void {
  const by = useRef({})
  useEffect(() => {
    const self = by.current
    tell(self, faults)
    return () => tell(self, [])
  }, [faults])
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}

/** At the top of a page whose address has something wrong. */
export function LinkNotice() {
  const faults = useSyncExternalStore(watch, () => all)
  return faults.length > 0 && <Notice faults={faults} />
}

function Notice({ faults }: { faults: readonly LinkFault[] }) {
  const { pathname, search, state } = useLocation()
  const navigate = useNavigate()
  const clear = () => {
    const wrong = Object.fromEntries(faults.flatMap(({ names }) => names).map((name) => [name, null]))
    void navigate({ pathname, search: queryWith(search, wrong) }, { replace: true, state })
  }
  return (
    <div className="notice row baseline gap-sm" role="alert" aria-label="El enlace tiene algo que no se puede mostrar">
      <WarningFilled aria-hidden="true" />
      <div className="grow">
        {faults.map(({ text }) => (
          <p key={text}>{text}</p>
        ))}
      </div>
      <Button size="small" onClick={clear}>
        Entendido
      </Button>
    </div>
  )
}
