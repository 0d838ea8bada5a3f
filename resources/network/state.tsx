/** What is said of a workbook wherever it is shown, and which one the address shows. */
import { z } from 'zod'
import { id } from '@contract/endpoint.ts'
import { network, type NetworkImport } from '@contract/network.ts'
import { useUrlState } from '@/kit/page/url-state.ts'
import { StateTag, StatusTag } from '@/kit/values/status-tag.tsx'

const chosen = z.object({ book: id.optional() })

export function useChosenBook(): [number | undefined, (book: number | undefined) => void] {
  const [{ book }, set] = useUrlState(chosen)
  return [book, (next) => set({ book: next })]
}

const { state } = network.show.response.shape

/** With faults it waits for another workbook, not for a decision. */
export function ImportState({ one }: { one: NetworkImport }) {
  if (one.state === 'revisada' && one.faults > 0)
    return (
      <StatusTag state="falla" tone="bad">
        Con fallas
      </StatusTag>
    )
  return <StateTag of={state} state={one.state} />
}

export const sheetRowCount = ({ sheets }: NetworkImport): number => sheets.reduce((sum, { rows }) => sum + rows, 0)

/** Is something being done with it? */
export const isWorking = ({ state: now }: Pick<NetworkImport, 'state'>): boolean =>
  now === 'por_revisar' || now === 'por_aplicar'
