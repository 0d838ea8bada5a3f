/** How old the figures on screen are, refreshing them by hand, and how often they refresh themselves. */
import { DownOutlined } from '@ant-design/icons'
import { Button, Dropdown, Space } from 'antd'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useSession } from '@providers/session.ts'
import { RefreshButton } from './refresh-button.tsx'
import {
  agoText,
  intervalLabels,
  keepInterval,
  readInterval,
  refreshIntervals,
  type RefreshInterval,
} from './refresh-interval.ts'
import './parts.css'

/** The part of a query that refreshing needs. */
interface Refreshable {
  dataUpdatedAt: number
  isFetching: boolean
  isError: boolean
  /** Asking again cancels the request under way. */
  refetch: () => Promise<unknown>
}

export interface RefreshControlProps {
  queries: readonly Refreshable[]
  /** Names the preference: one per screen. */
  storageKey: string
}

/** The oldest of the answers on screen speaks for all; zero before there is one. */
function oldest(queries: readonly Refreshable[]): number {
  const times = queries.map((query) => query.dataUpdatedAt).filter((time) => time > 0)
  return times.length > 0 ? Math.min(...times) : 0
}

export function RefreshControl({ queries, storageKey }: RefreshControlProps) {
  const own = useSession()
  const [every, setEvery] = useState(() => readInterval(own, storageKey))
  const latest = useRef(queries)
  useEffect(() => {
    latest.current = queries
  })
  const refresh = useCallback(() => {
    for (const query of latest.current) void query.refetch()
  }, [])
  useRepeat(every, refresh)
  const choose = (chosen: RefreshInterval) => {
    setEvery(chosen)
    keepInterval(own, storageKey, chosen)
  }
  const items = refreshIntervals.map((interval) => ({ key: String(interval), label: intervalLabels[interval] }))
  return (
    <span className="refresh row inline gap-xs push">
      <Age at={oldest(queries)} failed={queries.some((query) => query.isError && !query.isFetching)} />
      <Space.Compact>
        <RefreshButton busy={queries.some((query) => query.isFetching)} onRefresh={refresh} />
        <Dropdown
          trigger={['click']}
          menu={{
            items,
            selectable: true,
            selectedKeys: [String(every)],
            onClick: ({ key }) => {
              const chosen = refreshIntervals.find((interval) => String(interval) === key)
              if (chosen !== undefined) choose(chosen)
            },
          }}
        >
          <Button
            aria-haspopup="menu"
            aria-label={`Actualización automática: ${intervalLabels[every]}`}
            title="Cada cuánto se actualiza"
          >
            <span className="sorteo-figures">{intervalLabels[every]}</span>
            <DownOutlined aria-hidden="true" />
          </Button>
        </Dropdown>
      </Space.Compact>
    </span>
  )
}

/** Refreshes while somebody can see it; a window that comes back into view refreshes if its turn has passed. */
function useRepeat(every: RefreshInterval, refresh: () => void): void {
  useEffect(() => {
    if (every === 0) return
    let last = Date.now()
    const turn = () => {
      if (document.hidden || Date.now() - last < every * 1000 - 100) return
      last = Date.now()
      refresh()
    }
    const timer = setInterval(turn, 1000)
    document.addEventListener('visibilitychange', turn)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', turn)
    }
  }, [every, refresh])
}

/** A refresh that failed leaves older figures on screen: that is said, with how old they are. */
function Age({ at, failed }: { at: number; failed: boolean }) {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    setNow(Date.now())
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [at])
  const age = at === 0 ? null : agoText(Math.max(0, Math.floor((now - at) / 1000)))
  return (
    <>
      <span role="status" className="small warns">
        {failed && 'No se pudo actualizar.'}
      </span>
      <span className="refresh-age note sorteo-figures">{age ?? (failed ? '' : 'Cargando')}</span>
    </>
  )
}
