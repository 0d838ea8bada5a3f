/** A new product, in a drawer over the list. It is born inactive: first its hours, bets and symbols, then its sale. */
import { Drawer } from 'antd'
import { useMemo } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { productForm, products, productSettings } from '@contract/products.ts'
import { useSession } from '@providers/session.ts'
import { FormActions } from '@/kit/form/fields.tsx'
import { ServerFormView, useServerForm } from '@/kit/form/form.tsx'
import { touched } from './actions.tsx'
import { productPaths } from './paths.ts'
import { ProductFields } from './product-fields.tsx'

const schema = productForm.pick({ code: true, name: true, kind: true, zone: true, position: true })
const empty = {
  status: 'inactivo' as const,
  settings: productSettings.parse({}),
  schedules: [],
  exceptions: [],
  offers: [],
  wildcards: [],
}

/** Closing goes back to the list as it was filtered; creating opens the new product. */
export function CreateProduct() {
  const navigate = useNavigate()
  const { search } = useLocation()
  const { zone } = useSession()
  const start = useMemo(() => ({ values: { kind: 'animalitos', zone, position: 50 } }), [zone])
  const form = useServerForm({
    schema,
    start,
    draft: 'product:new',
    endpoint: products.create,
    args: (values) => ({ body: { ...empty, ...values } }),
    invalidates: touched,
    onSaved: (row) => void navigate(productPaths.tab(row.id, row.kind === 'polla' ? 'bets' : 'schedule')),
  })
  const close = () => void navigate({ pathname: productPaths.list, search })
  return (
    <Drawer
      open
      width={560}
      title="Nuevo producto"
      onClose={() => form.unsaved.leave(close)}
      maskClosable={false}
      afterOpenChange={(open) => {
        if (open) form.form.focusField('name')
      }}
    >
      <ServerFormView form={form}>
        <ProductFields />
        <p className="sorteo-muted">
          Nace inactivo: póngale horario, jugadas y símbolos, y actívelo cuando esté listo.
        </p>
        <FormActions save="Crear producto" onCancel={close} always />
      </ServerFormView>
    </Drawer>
  )
}
