/** antd in Venezuelan Spanish: its es_ES texts, with "usted" and this product's words where they differ. */
import type { ConfigProviderProps } from 'antd'
import es from 'antd/es/locale/es_ES'
import dayjs from 'dayjs'
import 'dayjs/locale/es'

/** Weeks begin on Monday in dayjs's `es`. */
dayjs.locale('es')

type Locale = NonNullable<ConfigProviderProps['locale']>

export const locale: Locale = {
  ...es,
  global: { ...es.global, placeholder: 'Elija una opción' },
  Table: {
    ...es.Table,
    filterTitle: 'Filtrar',
    filterReset: 'Limpiar',
    selectNone: 'Quitar la selección',
    triggerDesc: 'Ordenar de mayor a menor',
    triggerAsc: 'Ordenar de menor a mayor',
    cancelSort: 'Quitar el orden',
  },
  Empty: { description: 'Sin datos' },
  Form: {
    ...es.Form,
    defaultValidateMessages: {
      ...es.Form?.defaultValidateMessages,
      default: 'Revise el campo ${label}',
      required: 'Escriba ${label}',
    },
  },
  DatePicker: withDayFirst(es.DatePicker),
  Calendar: withDayFirst(es.Calendar as Locale['DatePicker']),
}

function withDayFirst<T extends Locale['DatePicker']>(picker: T): T {
  if (!picker) return picker
  return {
    ...picker,
    lang: {
      ...picker.lang,
      fieldDateFormat: 'DD/MM/YYYY',
      fieldDateTimeFormat: 'DD/MM/YYYY HH:mm:ss',
      previousMonth: 'Mes anterior (RePág)',
      nextMonth: 'Mes siguiente (AvPág)',
      previousYear: 'Año anterior (Control + izquierda)',
      nextYear: 'Año siguiente (Control + derecha)',
    },
  }
}
