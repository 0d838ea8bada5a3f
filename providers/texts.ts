/** Refine's own texts, in Spanish: buttons, pages and warnings that its components may show. */
import type { I18nProvider } from '@refinedev/core'

const texts: Record<string, string> = {
  'pages.login.title': 'Inicie sesión',
  'pages.error.404': 'La pantalla que busca no existe.',
  'pages.error.info': 'Agregue la acción «{{action}}» a «{{resource}}».',
  'pages.error.resource404': 'No existe la acción «{{action}}» de «{{resource}}».',
  'pages.error.backHome': 'Volver al inicio',
  'actions.list': 'Lista',
  'actions.create': 'Crear',
  'actions.edit': 'Editar',
  'actions.show': 'Ver',
  'actions.clone': 'Clonar',
  'buttons.create': 'Crear',
  'buttons.save': 'Guardar',
  'buttons.logout': 'Cerrar sesión',
  'buttons.delete': 'Eliminar',
  'buttons.edit': 'Editar',
  'buttons.cancel': 'Cancelar',
  'buttons.confirm': '¿Está seguro?',
  'buttons.continue': 'Continuar',
  'buttons.filter': 'Filtrar',
  'buttons.clear': 'Limpiar',
  'buttons.refresh': 'Actualizar',
  'buttons.show': 'Ver',
  'buttons.undo': 'Deshacer',
  'buttons.import': 'Importar',
  'buttons.export': 'Exportar',
  'buttons.clone': 'Clonar',
  'buttons.list': 'Ver lista',
  'buttons.notAccessTitle': 'Su usuario no tiene permiso para esta operación.',
  warnWhenUnsavedChanges: 'Tiene cambios sin guardar. ¿Quiere salir de todos modos?',
  'autoSave.success': 'Guardado',
  'autoSave.error': 'No se pudo guardar',
  'autoSave.loading': 'Guardando…',
  'autoSave.idle': 'Esperando cambios',
  'notifications.success': 'Operación Exitosa!',
  'notifications.error': 'Ha ocurrido un error',
  'notifications.undoable': 'Tiene {{seconds}} segundos para deshacer',
  'notifications.createSuccess': 'Operación Exitosa!',
  'notifications.createError': 'Ha ocurrido un error',
  'notifications.deleteSuccess': 'Operación Exitosa!',
  'notifications.deleteError': 'Ha ocurrido un error',
  'notifications.editSuccess': 'Operación Exitosa!',
  'notifications.editError': 'Ha ocurrido un error',
  'notifications.importProgress': 'Cargando {{processed}} de {{total}}',
  'table.actions': 'Acciones',
  'tags.clone': 'Copia',
  loading: 'Cargando',
  'dashboard.title': 'Inicio',
  'documentTitle.default': 'Sorteo',
  'documentTitle.suffix': ' · Sorteo',
}

/** A text with its `{{places}}` filled in. */
function translate(key: string, options?: Record<string, unknown> | string, fallback?: string): string {
  const text = texts[key] ?? fallback ?? (typeof options === 'string' ? options : key)
  const values = typeof options === 'object' ? options : {}
  return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ''))
}

export const i18nProvider: I18nProvider = {
  translate,
  changeLocale: () => Promise.resolve(),
  getLocale: () => 'es-VE',
}
