/** A week's statement of one partner: read, printed, taken away as a file or as a picture, and sent on. */
import { PictureOutlined, PrinterOutlined, ShareAltOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import FileSaver from 'file-saver'
import { useState } from 'react'
import { Navigate, useParams } from 'react-router'
import { byId } from '@contract/endpoint.ts'
import { screenLink } from '@contract/links.ts'
import { statements, type WeekStatement } from '@contract/statements.ts'
import { useToasts } from '@providers/notifications.ts'
import { useCall } from '@providers/queries.ts'
import { serverNow, useSession } from '@providers/session.ts'
import { Busy } from '@/kit/page/busy.tsx'
import { Page } from '@/kit/page/page.tsx'
import { ProblemView } from '@/kit/page/problem-view.tsx'
import { FilterControls, useFilters } from '@/kit/screen/filters.tsx'
import { ExportButton } from '@/kit/table/export.tsx'
import { Accounts } from './accounts.tsx'
import { drawStatement, pictureFile } from './picture.ts'
import { printStatements } from './print.tsx'
import { weekText } from './sheet.ts'

const { file, filters } = statements.lines.list
/** The week alone is chosen here. */
const facts = { filters: { week: filters.week } }

/** An id that is no number is nobody's. */
export function StatementPage() {
  const parsed = byId.safeParse(useParams())
  return parsed.success ? (
    <Opened key={parsed.data.id} partner_id={parsed.data.id} />
  ) : (
    <Navigate to={screenLink('account-balance')} replace />
  )
}

function Opened({ partner_id }: { partner_id: number }) {
  const state = useFilters(facts)
  const asked = state.values['week'] as string | undefined
  const found = useCall(statements.of, { query: { partner_ids: [partner_id], week: asked } }, { keepPrevious: true })
  const sheet = found.data?.data[0]
  return (
    <Page
      title={sheet?.name ?? 'Estado de cuenta'}
      record={{
        back: { to: screenLink('account-balance'), label: 'Balance de cuentas' },
        code: sheet?.code,
        ...(sheet && { note: 'Estado de cuenta' }),
      }}
      filters={<FilterControls facts={facts} state={{ ...state, values: { week: sheet?.week ?? asked } }} />}
      actions={sheet && <Actions sheet={sheet} />}
    >
      {found.isError ? (
        <ProblemView error={found.error} onRetry={() => void found.refetch()} />
      ) : sheet ? (
        <Accounts sheet={sheet} />
      ) : (
        <Busy />
      )}
    </Page>
  )
}

/** Does this browser send pictures on? Not every one that sends texts does. */
function canShare(): boolean {
  const empty = new File([], 'a.png', { type: 'image/png' })
  return typeof navigator.canShare === 'function' && navigator.canShare({ files: [empty] })
}

function Actions({ sheet }: { sheet: WeekStatement }) {
  const session = useSession()
  const toasts = useToasts()
  const [drawing, setDrawing] = useState(false)
  const { partner_id, week, name } = sheet
  const withPicture = async (send: (picture: File) => Promise<void> | void) => {
    setDrawing(true)
    try {
      const blob = await drawStatement(sheet, session, serverNow())
      await send(new File([blob], pictureFile(sheet), { type: 'image/png' }))
    } catch (error) {
      // Who closes the sheet of the phone has decided.
      if (!(error instanceof DOMException && error.name === 'AbortError')) toasts.error(error)
    } finally {
      setDrawing(false)
    }
  }
  return (
    <>
      <Button
        icon={<PrinterOutlined />}
        aria-label="Imprimir"
        title="Imprimir"
        onClick={() => printStatements([sheet], session)}
      />
      <ExportButton endpoint={file} query={{ partner_id, week, alone: true }} />
      <Button
        icon={<PictureOutlined />}
        loading={drawing}
        onClick={() => void withPicture((picture) => FileSaver.saveAs(picture, picture.name))}
      >
        Guardar imagen
      </Button>
      {canShare() && (
        <Button
          type="primary"
          icon={<ShareAltOutlined />}
          loading={drawing}
          onClick={() =>
            void withPicture((picture) => navigator.share({ files: [picture], title: `${name}, ${weekText(week)}` }))
          }
        >
          Compartir
        </Button>
      )}
    </>
  )
}
