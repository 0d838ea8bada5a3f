/** A table's own filter menu: the console's filters stand above its tables and are the server's. */
export default function FilterDropdown(): never {
  throw new Error('Las columnas no llevan filtros propios: el filtro se declara en el contrato.')
}

/** Nothing is chosen in a menu that is not there. */
export const flattenKeys = (): never[] => []
