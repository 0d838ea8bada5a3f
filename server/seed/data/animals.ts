/**
 * Names of the animals by code. A product plays a beginning of this list: the 38 to Culebra,
 * 77 to 75, or all 101. Codes are text: `0` and `00` are two animals.
 */
import { fold } from '@contract/values/text.ts'

const names = [
  'Carnero, Toro, Ciempiés, Alacrán, León, Rana, Perico, Ratón, Águila, Tigre, Gato, Caballo, Mono, Paloma, Zorro, Oso, Pavo, Burro',
  'Chivo, Cochino, Gallo, Camello, Cebra, Iguana, Gallina, Vaca, Perro, Zamuro, ' +
    'Elefante, Caimán, Lapa, Ardilla, Pescado, Venado, Jirafa, Culebra',
  'Tortuga, Búfalo, Lechuza, Avispa, Canguro, Tucán, Mariposa, Chigüire, Garza, Puma, ' +
    'Pavo real, Puercoespín, Perezoso, Canario, Pelícano, Pulpo, Caracol',
  'Grillo, Oso hormiguero, Tiburón, Pato, Hormiga, Pantera, Camaleón, Panda, ' +
    'Cachicamo, Cangrejo, Gavilán, Araña, Lobo, Avestruz, Jaguar, Conejo, Bisonte',
  'Guacamaya, Gorila, Hipopótamo, Turpial, Guácharo, Rinoceronte, Pingüino, Antílope, ' +
    'Calamar, Murciélago, Cuervo, Cucaracha, Búho, Camarón, Hámster, Buey',
  'Cabra, Erizo de mar, Anguila, Hurón, Morrocoy, Cisne, Gaviota, Paují, Escarabajo, Caballito de mar, Loro, Cocodrilo, Guacharito',
].flatMap((row) => row.split(', '))

/** Our drawing of an animal, by its name: `Oso hormiguero` is `/symbols/oso-hormiguero.svg`. */
export function drawingOf(name: string): string {
  return `/symbols/${fold(name).replaceAll(' ', '-')}.svg`
}

/** Every animal as `[code, name]`, in the order a board shows them. */
export const animals: readonly (readonly [code: string, name: string])[] = [
  ['0', 'Delfín'],
  ['00', 'Ballena'],
  ...names.map((name, at) => [String(at + 1), name] as const),
]
