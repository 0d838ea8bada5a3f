/** The sheet of the tab *bets*: rules, limits by currency, products with their multipliers. */
import type { Ref } from 'react'
import type { BetsConfiguration } from '@contract/bets-configurations.ts'
import { currencyFacts } from '@contract/values/currency.ts'
import { SettingCell } from './bets-cell.tsx'
import {
  generalFields,
  limitFields,
  limitPath,
  multiplierPath,
  ownOf,
  productPath,
  type Edits,
  type Own,
  type Setting,
} from './bets-edits.ts'

export interface BetsSheetProps {
  configuration: BetsConfiguration
  settings: ReadonlyMap<string, Setting>
  edits: Edits
  faults: Readonly<Record<string, string>>
  readOnly: boolean
  onEdit: (setting: Setting, value: Own) => void
  ref?: Ref<HTMLDivElement>
}

type CellsProps = Omit<BetsSheetProps, 'configuration' | 'ref'>

interface CellProps extends CellsProps {
  path: string
  label?: string
}

function Cell({ settings, edits, faults, path, ...rest }: CellProps) {
  const setting = settings.get(path)
  return setting ? (
    <SettingCell setting={setting} value={ownOf(setting, edits)} fault={faults[path] ?? null} {...rest} />
  ) : null
}

export function BetsSheet({ configuration, ref, ...cells }: BetsSheetProps) {
  return (
    <div className="bets-sheet" ref={ref}>
      <section className="bets-section" aria-labelledby="bets-rules">
        <h2 id="bets-rules">Reglas de venta y pago</h2>
        <div className="bets-grid">
          {generalFields.map((field) => (
            <Cell key={field.key} {...cells} path={field.key} label={field.label} />
          ))}
        </div>
      </section>
      <section className="bets-section" aria-labelledby="bets-limits">
        <h2 id="bets-limits">Límites por moneda</h2>
        {configuration.limits.map((row) => (
          <div key={row.currency} className="bets-row" role="group" aria-label={currencyFacts[row.currency].name}>
            <h3 className="bets-row-title">{currencyFacts[row.currency].name}</h3>
            <div className="bets-grid">
              {limitFields.map((field) => (
                <Cell key={field.key} {...cells} path={limitPath(row.currency, field.key)} label={field.label} />
              ))}
            </div>
          </div>
        ))}
      </section>
      <section className="bets-section bets-products" aria-labelledby="bets-products">
        <h2 id="bets-products">Productos y multiplicadores</h2>
        <p className="sorteo-muted">
          Un producto apagado no se vende aquí. El multiplicador queda fijo en el ticket al venderlo: cambiarlo no toca
          lo vendido.
        </p>
        {configuration.products.map((product) => (
          <Product key={product.product_id} product={product} cells={cells} />
        ))}
      </section>
    </div>
  )
}

interface ProductProps {
  product: BetsConfiguration['products'][number]
  cells: CellsProps
}

function Product({ product, cells }: ProductProps) {
  const setting = cells.settings.get(productPath(product.product_id))
  const sells = setting ? (ownOf(setting, cells.edits) ?? setting.inherited) !== false : true
  return (
    <div className="bets-row" data-off={!sells} role="group" aria-label={product.name}>
      <h3 className="bets-row-title">
        {product.name}
        {!sells && <span className="bets-row-note">No se vende</span>}
      </h3>
      <div className="bets-grid">
        <Cell {...cells} path={productPath(product.product_id)} label="Se vende" />
        {product.bet_types.map((type) => (
          <Cell
            key={type.bet_type_id}
            {...cells}
            path={multiplierPath(product.product_id, type.bet_type_id)}
            label={type.name}
          />
        ))}
      </div>
    </div>
  )
}
