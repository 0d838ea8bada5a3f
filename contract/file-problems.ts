/** What is wrong with a picture or a table that somebody uploads, and with sales of other systems. */
import type { ProblemKind } from './own-problems.ts'

export const pictureProblems = {
  image_allowance: {
    status: 429,
    title: 'Límite diario de imágenes',
    detail: 'Hoy ya se subieron todas las imágenes permitidas. Intente mañana.',
  },
  image_invalid: { status: 422, title: 'Imagen no válida', detail: 'El archivo no es una imagen PNG, JPEG o WebP.' },
  image_gone: { status: 422, title: 'Imagen que ya no está', detail: 'Esa imagen ya no está: súbala de nuevo.' },
} as const satisfies Record<string, ProblemKind>

/** Of files that are read apart from the process that sells. */
export const apartProblems = {
  file_too_slow: {
    status: 422,
    title: 'El archivo tarda demasiado',
    detail: 'Leer el archivo toma más de 20 segundos. Divídalo en partes o guárdelo de nuevo con menos formato.',
  },
  file_too_heavy: {
    status: 422,
    title: 'El archivo ocupa demasiado',
    detail:
      'Leer el archivo toma más memoria de la permitida. Divídalo en partes o guárdelo de nuevo con menos formato.',
  },
  file_interrupted: {
    status: 503,
    title: 'Lectura interrumpida',
    detail: 'La lectura del archivo se interrumpió y no se guardó nada. Súbalo de nuevo.',
  },
} as const satisfies Record<string, ProblemKind>

export const sheetProblems = {
  sheet_unreadable: {
    status: 422,
    title: 'No es una hoja de cálculo',
    detail: 'El archivo no es un XLSX ni un CSV.',
  },
  sheet_old_excel: {
    status: 422,
    title: 'Excel antiguo',
    detail: 'El archivo es un .xls de Excel 97-2003. Ábralo y guárdelo como «Libro de Excel (.xlsx)» o como CSV.',
  },
  sheet_encrypted: {
    status: 422,
    title: 'Archivo con contraseña',
    detail: 'El archivo está protegido con contraseña. Guárdelo sin ella y súbalo de nuevo.',
  },
  sheet_macros: {
    status: 422,
    title: 'Archivo con macros',
    detail: 'El archivo lleva macros. Guárdelo como «Libro de Excel (.xlsx)» y súbalo de nuevo.',
  },
  sheet_damaged: {
    status: 422,
    title: 'Archivo dañado',
    detail: 'El archivo está dañado o incompleto. Descárguelo de nuevo de su sistema.',
  },
  sheet_formula: {
    status: 422,
    title: 'Hay fórmulas',
    detail: 'El archivo tiene fórmulas, y lo que muestran puede no ser lo que valen. Péguelo como valores.',
  },
  sheet_too_long: { status: 422, title: 'Demasiadas filas', detail: 'El archivo supera las filas permitidas.' },
  sheet_too_wide: { status: 422, title: 'Demasiadas columnas', detail: 'El archivo supera las columnas permitidas.' },
  sheet_too_large: {
    status: 422,
    title: 'Archivo demasiado grande por dentro',
    detail: 'El archivo, descomprimido, supera el tamaño permitido.',
  },
  sheet_missing: { status: 422, title: 'Falta la hoja', detail: 'El archivo no tiene la hoja indicada.' },
  sheet_empty: { status: 422, title: 'Archivo sin filas', detail: 'El archivo no tiene filas.' },
  sheet_header_missing: {
    status: 422,
    title: 'Sin encabezado',
    detail: 'No se encontró la fila con los nombres de las columnas. Indíquela en la configuración del sistema.',
  },
} as const satisfies Record<string, ProblemKind>

export const externalProblems = {
  external_inactive: {
    status: 422,
    title: 'Sistema inactivo',
    detail: 'El sistema está inactivo: no recibe cargas.',
  },
  external_too_many: {
    status: 409,
    title: 'Demasiadas cargas por revisar',
    detail: 'Este sistema ya tiene muchas cargas por revisar. Publique o descarte alguna.',
  },
  external_decided: { status: 409, title: 'Carga ya decidida', detail: 'Esta carga ya se publicó o se descartó.' },
  external_stale: {
    status: 409,
    title: 'El formato cambió',
    detail: 'El formato del sistema cambió después de leer el archivo. Léalo de nuevo y revise.',
  },
  external_changed: {
    status: 409,
    title: 'Cambió mientras revisaba',
    detail: 'Lo que se va a publicar ya no es lo que usted revisó. Revíselo de nuevo.',
  },
  external_columns: {
    status: 422,
    title: 'Faltan columnas',
    detail: 'Falta decir qué columnas del archivo llevan los datos necesarios.',
  },
  external_pending: {
    status: 422,
    title: 'Hay nombres por asignar',
    detail: 'Asigne los nombres pendientes antes de publicar.',
  },
  external_faults: {
    status: 409,
    title: 'Hay filas con falla',
    detail: 'La cantidad de filas con falla que se dejan fuera no es la que usted aceptó.',
  },
  external_totals: {
    status: 409,
    title: 'Los totales no cuadran',
    detail: 'Totales que dice el archivo no son la suma de sus filas. Revíselos y confirme que se publica así.',
  },
  external_nothing: { status: 422, title: 'Nada que publicar', detail: 'La carga no tiene filas listas.' },
  external_week_settled: {
    status: 409,
    title: 'Semana cerrada',
    detail: 'Las ventas de semanas ya cerradas son otras que las que se confirmaron.',
  },
  external_posted: {
    status: 409,
    title: 'Ya hay ventas publicadas',
    detail: 'Otra carga ya publicó ventas de las mismas fechas, agencias y productos.',
  },
} as const satisfies Record<string, ProblemKind>

/** What is wrong with a workbook of the network as a whole; its rows have faults of their own. */
export const networkProblems = {
  network_too_many: {
    status: 409,
    title: 'Demasiados libros',
    detail: 'Tiene varios libros sin decidir. Aplique o descarte alguno antes de subir otro.',
  },
  network_decided: {
    status: 409,
    title: 'Libro ya decidido',
    detail: 'Este libro ya se aplicó, se descartó o se está aplicando.',
  },
  network_faults: {
    status: 422,
    title: 'El libro tiene fallas',
    detail: 'Corrija las fallas en el libro y súbalo de nuevo: se aplica todo o nada.',
  },
  network_changed: {
    status: 409,
    title: 'La red cambió',
    detail: 'La red cambió desde la revisión. Mírela de nuevo antes de aplicar.',
  },
  network_nobody: {
    status: 422,
    title: 'Nadie espera contraseña',
    detail: 'Los usuarios de este libro ya entraron, o no creó ninguno.',
  },
} as const satisfies Record<string, ProblemKind>

/** What is wrong with a file of terminal software: with how it came, and with what it is. */
export const softwareProblems = {
  upload_too_many: {
    status: 409,
    title: 'Demasiadas subidas a medias',
    detail: 'Ya hay varias versiones a medio subir. Termine o elimine alguna.',
  },
  upload_over: {
    status: 409,
    title: 'Ya no se está subiendo',
    detail: 'Esta versión ya está completa o se descartó: no recibe más partes.',
  },
  upload_part_altered: {
    status: 422,
    title: 'Parte alterada',
    detail: 'Una parte del archivo llegó distinta de como salió. Se envía de nuevo.',
  },
  upload_incomplete: {
    status: 409,
    title: 'Faltan partes',
    detail: 'El archivo no llegó completo. Continúe la subida.',
  },
  upload_altered: {
    status: 422,
    title: 'Archivo alterado',
    detail: 'Lo que llegó no es el archivo que se anunció. No se guardó nada: súbalo de nuevo.',
  },
  store_refused: {
    status: 502,
    title: 'El almacén de archivos se niega',
    detail:
      'El almacén donde se guardan los archivos de las versiones no admitió la operación. Avise a quien administra el servidor.',
  },
  store_missing: {
    status: 409,
    title: 'El archivo no está',
    detail:
      'El archivo de esta versión está en un almacén que no está configurado o que ya no lo tiene. Avise a quien administra el servidor.',
  },
  apk_too_large: {
    status: 422,
    title: 'Archivo demasiado grande',
    detail: 'El archivo supera los 256 MB que puede medir una versión.',
  },
  apk_known: {
    status: 409,
    title: 'Versión ya subida',
    detail: 'Ese mismo archivo ya es una de las versiones.',
  },
  apk_not: { status: 422, title: 'No es un APK', detail: 'El archivo no es un APK de Android. No se guardó nada.' },
  apk_cut: {
    status: 422,
    title: 'APK cortado',
    detail: 'Al APK le falta una parte, sin duda el final. No se guardó nada: consígalo completo y súbalo de nuevo.',
  },
  apk_damaged: {
    status: 422,
    title: 'APK dañado',
    detail: 'El APK está dañado: no se puede leer lo que dice de sí. No se guardó nada.',
  },
  apk_unsigned: {
    status: 422,
    title: 'APK sin firma',
    detail: 'El APK no está firmado, y ninguna terminal lo instalaría. No se guardó nada.',
  },
  apk_altered: {
    status: 422,
    title: 'APK modificado después de firmarlo',
    detail: 'El APK no es el que se firmó: alguien lo cambió después. No se guardó nada.',
  },
  apk_lineage: {
    status: 422,
    title: 'Cambio de certificado sin prueba',
    detail:
      'El APK dice que su certificado reemplaza a otro, y la prueba de ese cambio no es válida. No se guardó nada.',
  },
  apk_other_package: {
    status: 422,
    title: 'Otra aplicación',
    detail: 'El APK es de otra aplicación que la de las terminales. No se guardó nada.',
  },
  apk_other_signer: {
    status: 422,
    title: 'Firmado por otro',
    detail:
      'El APK está firmado con otro certificado: las terminales no lo instalarían sobre el suyo. No se guardó nada.',
  },
  apk_older: {
    status: 422,
    title: 'Versión anterior',
    detail: 'El APK no es más nuevo que la última versión. No se guardó nada.',
  },
} as const satisfies Record<string, ProblemKind>
