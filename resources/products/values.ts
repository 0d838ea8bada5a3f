/** Between a product as it was read and the body that saves it. A tab changes its own part and sends the rest as it was. */
import { productForm, productSettings, type Product, type ProductForm } from '@contract/products.ts'

/** The product as the body that would save it unchanged. */
export function bodyOf({
  code,
  name,
  kind,
  zone,
  status,
  position,
  settings,
  schedules,
  exceptions,
  offers,
  wildcards,
  version,
}: Product): ProductForm & { version: number } {
  return {
    code,
    name,
    kind,
    zone,
    status,
    position,
    settings,
    schedules,
    exceptions,
    wildcards,
    version,
    offers: offers.map(({ bet_type_id, multiplier, place_multipliers, enabled }) => ({
      bet_type_id,
      multiplier,
      place_multipliers,
      enabled,
    })),
  }
}

const accented: Record<string, string> = {
  Panama: 'Panamá',
  Bogota: 'Bogotá',
  Mexico_City: 'Ciudad de México',
  Asuncion: 'Asunción',
}

/** `America/Panama` → `Panamá`. */
export function zoneName(zone: string): string {
  const place = zone.split('/').at(-1) ?? zone
  return accented[place] ?? place.replaceAll('_', ' ')
}

/** What tab *general* writes: who the product is and how early it sells. */
export const generalSchema = productForm
  .pick({ code: true, name: true, kind: true, zone: true, position: true })
  .extend({ sale_days_before: productSettings.shape.sale_days_before })

export function startOfGeneral({ code, name, kind, zone, position, settings, version }: Product) {
  return { values: { code, name, kind, zone, position, sale_days_before: settings.sale_days_before }, version }
}
