/** Who may award: the banca grants and withdraws it user by user. */
import { Alert, Button, Drawer, Input, Skeleton, Switch } from 'antd'
import { useState } from 'react'
import { roleLabels, type Role } from '@contract/access/rules.ts'
import { awardingControl } from '@contract/awarding-control.ts'
import { manageDraws } from '@contract/manage-draws.ts'
import type { Answer } from '@contract/endpoint.ts'
import { holdsWords } from '@contract/values/text.ts'
import { useAction, useCall } from '@providers/queries.ts'
import { clearable } from '@/kit/form/typing.tsx'
import { useConfirm } from '@/kit/page/confirm.tsx'
import { EmptyState } from '@/kit/page/empty.tsx'
import { ProblemView } from '@/kit/page/problem-view.tsx'
import { ActiveTag, StatusTag } from '@/kit/values/status-tag.tsx'

type Awarder = Answer<typeof awardingControl.list>['data'][number]

export function AwardersDrawer({ onClose }: { onClose: () => void }) {
  const list = useCall(awardingControl.list)
  const [text, setText] = useState('')
  const shown = (list.data?.data ?? []).filter((user) =>
    holdsWords(`${user.name} ${user.username} ${user.partner_name}`, text),
  )
  return (
    <Drawer open width={560} title="Quién premia" onClose={onClose}>
      <div className="stack gap-sm">
        <p>
          Quien tiene este permiso anota, confirma, corrige y retira resultados. Cada resultado se escribe dos veces
          antes de premiar.
        </p>
        {list.data && <Confirmation {...list.data.confirmation} />}
        <Input
          type="search"
          allowClear={clearable}
          placeholder="Buscar por nombre o usuario"
          aria-label="Buscar por nombre o usuario"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        {list.isPending && <Skeleton active title={false} paragraph={{ rows: 5 }} />}
        {list.isError && <ProblemView error={list.error} onRetry={() => void list.refetch()} />}
        {list.data && shown.length === 0 && (
          <EmptyState
            title="Nadie coincide"
            text={text ? 'Cambie la búsqueda.' : 'Cree primero los usuarios que van a premiar.'}
          />
        )}
        <ul className="award-list lined plain-list" aria-label="Usuarios">
          {shown.map((user) => (
            <AwarderItem key={user.user_id} user={user} />
          ))}
        </ul>
      </div>
    </Drawer>
  )
}

/** One person who writes and confirms can pay whom they like: that is said, and never the default. */
function Confirmation({ second_user_confirms, awarders }: Answer<typeof awardingControl.list>['confirmation']) {
  const save = useAction(awardingControl.configure, {
    invalidates: [awardingControl, manageDraws],
    success: 'La confirmación de resultados quedó guardada.',
  })
  return (
    <div className="stack gap-xs">
      <label className="row gap-xs">
        <Switch
          checked={second_user_confirms}
          loading={save.pending}
          onChange={(checked) => void save.run({ body: { second_user_confirms: checked } })}
        />
        Confirma una persona distinta de la que anotó
      </label>
      {!second_user_confirms && (
        <Alert
          type="warning"
          showIcon
          message="Riesgo: una sola persona puede anotar un resultado y confirmarlo."
          description={awarders > 1 ? 'La banca tiene quien confirme: actívelo.' : undefined}
        />
      )}
      {second_user_confirms && awarders < 2 && (
        <Alert
          type="warning"
          showIcon
          message="Solo una persona premia: anota y confirma ella misma, escribiendo el resultado dos veces."
          description="Permita premiar a otra y la confirmará ella."
        />
      )}
    </div>
  )
}

function AwarderItem({ user }: { user: Awarder }) {
  const [ask, dialog] = useConfirm()
  const grant = useAction(awardingControl.grant, {
    invalidates: [awardingControl],
    success: `${user.name} ya puede premiar.`,
  })
  const withdraw = useAction(awardingControl.withdraw, {
    invalidates: [awardingControl],
    success: `${user.name} ya no puede premiar.`,
  })
  const args = { params: { userId: user.user_id } }
  const askWithdraw = () =>
    ask({
      title: `Retirar el permiso a ${user.name}`,
      text: 'Deja de premiar en el acto. Lo que ya anotó sigue esperando su confirmación.',
      effects: [{ label: 'Premia', before: 'Sí', after: 'No' }],
      action: 'Retirar permiso',
      danger: true,
      run: () => withdraw.run(args),
    })
  return (
    <li className="row gap-sm">
      <span className="stack grow">
        <strong>{user.name}</strong>
        <span className="sorteo-muted">
          {user.username} · {roleLabels[user.role as Role] ?? user.role} · {user.partner_name}
        </span>
      </span>
      {user.status === 'inactivo' ? (
        <ActiveTag status={user.status} />
      ) : (
        user.awarding_results && (
          <StatusTag state="activo" tone="good">
            Premia
          </StatusTag>
        )
      )}
      {user.awarding_results ? (
        <Button
          danger
          loading={withdraw.pending}
          aria-label={`Retirar el permiso a ${user.name}`}
          onClick={askWithdraw}
        >
          Retirar
        </Button>
      ) : (
        <Button
          loading={grant.pending}
          aria-label={`Permitir premiar a ${user.name}`}
          onClick={() => void grant.run(args)}
        >
          Permitir
        </Button>
      )}
      {dialog}
    </li>
  )
}
