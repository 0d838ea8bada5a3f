/** Time zones as people call them. */

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

/** Those of the business: the rest are there for whoever plays a foreign draw. */
const usual = ['America/Caracas', 'America/Panama', 'America/Bogota', 'America/Santo_Domingo']

/** Every zone, those of the business first. */
export function zones(): string[] {
  return [...new Set([...usual, ...Intl.supportedValuesOf('timeZone')])]
}
