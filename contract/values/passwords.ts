/** Passwords that are tried first: the most used ones of ten characters and more, here and elsewhere, and the user's own name. */
import { fold } from './text.ts'

/** Without case, accents and signs, as `bare` leaves them. Shorter ones count with what is put behind to make them long enough. */
const used = new Set(
  `password passw0rd passwort passworld contrasena contrasenia clave claves miclave laclave clavesecreta secreta secreto
  admin administrador administrator usuario invitado bienvenido bienvenida welcome letmein iloveyou princess princesa
  teamo tequiero teamomucho tequieromucho teamoamor amor amormio miamor corazon micorazon amorcito mivida cielo estrella
  jesus jesucristo cristo diosesamor dios diosesgrande diosmio diosteama bendiciones gloriaadios virgendelvalle
  venezuela caracas maracaibo valencia barquisimeto maracay zulia panama colombia magallanes leones caraqueno
  barcelona realmadrid futbol football baseball beisbol superman batman pokemon dragon monkey sunshine shadow master
  mariposa chocolate carolina alejandro alejandra fernando fernanda gabriel gabriela daniel daniela andrea sebastian
  qwerty qwertyui qwertyuiop asdfghjkl asdfgh zxcvbnm qazwsxedc qweasdzxc qweasd abcdef abcdefghij abcd abc aaa
  familia mifamilia hijos mishijos mama papa mimama tuyyo samuel santiago valentina isabella nicolas juancarlos
  loteria animalitos lottoactivo lagranjita banca sorteo sorteos taquilla agencia ganador dinero suerte buenasuerte
  changeme cambiame default temporal prueba pruebas test testing demo computadora computer internet samsung whatever
  football michael jennifer jordan hunter trustno baseball starwars freedom flower charlie michelle jessica`.split(
    /\s+/,
  ),
)

/** Letters and digits alone, what stands for a letter read as one. */
function bare(text: string): string {
  return fold(text).replace(/[^a-z0-9]/g, '')
}

const asLetters: Record<string, string> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
}

/** `1234567890`, `9876543210`, `abcdefghij`, `1111111111`: each step the same, and short. */
function isRun(text: string): boolean {
  const steps = new Set([...text].slice(1).map((sign, at) => sign.charCodeAt(0) - text.charCodeAt(at)))
  const [only = 9] = steps
  return steps.size === 1 && Math.abs(only) <= 1
}

/** A short piece over and over: `claveclave`, `1212121212`. */
const repeated = /^(.{1,6}?)\1+$/

/** Is it among the first that somebody tries? A year or signs around a used word change nothing. */
function isCommon(password: string): boolean {
  const plain = bare(password)
  const behind = password.toLowerCase().replace(/[^\p{L}@$]+$/u, '')
  const read = bare(behind.replace(/[013457@$]/g, (sign) => asLetters[sign] ?? sign))
  const words = [plain, plain.replace(/^\d+|\d+$/g, ''), read]
  const digits = /^\d+$/.test(plain)
  return (
    plain.length === 0 ||
    repeated.test(plain) ||
    isRun(plain) ||
    // Ten digits in the order of the keys.
    (digits && '123456789012345678909876543210987654321'.includes(plain)) ||
    words.some((word) => used.has(word))
  )
}

/** Why a password may not be a user's, in a sentence; null when nothing speaks against it. */
export function passwordFault(password: string, username: string): string | null {
  const name = bare(username)
  if (isCommon(password)) return 'Esa contraseña es de las más usadas; elija otra'
  if (name.length >= 3 && bare(password).includes(name)) return 'La contraseña no puede contener el nombre de usuario'
  return null
}
