/** The banca's settings: one form, saved once. */
import { Skeleton } from 'antd'
import { Link } from 'react-router'
import { screenLink } from '@contract/links.ts'
import { banking, bankingForm, countryLabels, type BankingForm } from '@contract/banking.ts'
import type { Answer } from '@contract/endpoint.ts'
import { titleOf } from '@contract/field.ts'
import { partners } from '@contract/partners.ts'
import { zoneName } from '@contract/values/zones.ts'
import { useCall, useReadOnce } from '@providers/queries.ts'
import { refetchSession } from '@providers/session.ts'
import { FormActions } from '@/kit/form/fields.tsx'
import { ServerFormView, useServerForm } from '@/kit/form/form.tsx'
import { Page } from '@/kit/page/page.tsx'
import { Panel } from '@/kit/page/panel.tsx'
import { ProblemView } from '@/kit/page/problem-view.tsx'
import { MovementTypes } from '@resources/cash-config/types.tsx'
import { FormFields } from '@/kit/screen/form-fields.tsx'

/** Told from the words around it by more than its colour. */
const inText = { textDecoration: 'underline' }

type Kept = Answer<typeof banking.config>

const startOf = ({ version, has_sold: _sold, ...values }: Kept) => ({ values, version })

export default function BankingScreen() {
  const kept = useCall(banking.config)
  return (
    <Page title="Banca">
      {kept.data && <Settings kept={kept.data} />}
      {kept.data && (
        <MovementTypes
          title="Tipos de ingreso y egreso de las cajas"
          note="Valen en las taquillas de todas las agencias. Lo que asume la banca lo decide ella, y baja lo que la agencia debe."
        />
      )}
      {!kept.data && kept.isError && <ProblemView error={kept.error} onRetry={() => void kept.refetch()} />}
      {!kept.data && !kept.isError && (
        <Panel label={undefined}>
          <Skeleton active title={false} paragraph={{ rows: 10 }} />
        </Panel>
      )}
    </Page>
  )
}

/** Where days begin, and in which country, is asked twice: after the first sale it stays. */
function questionOf(kept: Kept, { zone, country_iso2 }: BankingForm) {
  const effects = [
    { of: 'country_iso2', before: kept.country_iso2, after: country_iso2 },
    { of: 'zone', before: kept.zone, after: zone },
  ].filter(({ before, after }) => before !== after)
  if (effects.length === 0) return null
  return {
    title:
      effects.length === 2 ? 'Cambiar de país y de zona' : zone === kept.zone ? 'Cambiar de país' : 'Cambiar de zona',
    text:
      zone === kept.zone
        ? 'Decide qué pantallas hay. Con la primera venta queda fijo.'
        : 'Los días empiezan a otra hora: los sorteos por venir se programan de nuevo. Con la primera venta queda fijo.',
    effects: effects.map(({ of, before, after }) => ({
      label: titleOf(bankingForm.shape[of as 'zone' | 'country_iso2']) ?? of,
      before: wordOf(before),
      after: wordOf(after),
    })),
    action: 'Cambiar y guardar',
  }
}

const wordOf = (value: string) => countryLabels[value as 'VE'] ?? zoneName(value)

function Settings({ kept }: { kept: Kept }) {
  const readOnce = useReadOnce(banking.config)
  const form = useServerForm({
    schema: bankingForm,
    start: startOf(kept),
    draft: 'banking:config',
    endpoint: banking.saveConfig,
    args: (values, version) => ({ body: { ...values, version: version ?? kept.version } }),
    invalidates: [banking, partners],
    // Name, logo and closed reports are the session's: the menu and the header follow at once.
    onSaved: () => void refetchSession(),
    ask: (values) => questionOf(kept, values),
    latest: async () => startOf(await readOnce({})),
  })
  return (
    <Panel
      title="Configuración"
      note={
        <>
          Quién confirma los resultados se decide en{' '}
          <Link style={inText} to={screenLink('manage-draws')}>
            Premiar sorteos
          </Link>
          ; los límites de venta de cada afiliado, en{' '}
          <Link style={inText} to={`${screenLink('quotas')}/bets`}>
            Cupos
          </Link>
          .
        </>
      }
    >
      <ServerFormView form={form}>
        <FormFields />
        <FormActions save="Guardar" />
      </ServerFormView>
    </Panel>
  )
}
