/** What the register of a drawer says of itself. */
import type { Help } from '@/kit/page/help.tsx'

export default {
  about:
    'La gaveta de una taquilla, día por día: con qué abrió, qué entró y salió, y lo que se contó. ' +
    'Todo se puede hacer con el teclado.',
  jobs: [
    ['Abrir caja', 'Abre con lo que contó la anterior. La primera de una taquilla se cuenta al abrir.'],
    ['Guardar conteo', 'Escriba cuántas piezas hay de cada una: Enter pasa a la siguiente y las flechas se mueven.'],
    ['Enviar', 'Termina el día. Si la diferencia pasa de lo tolerado, pide una observación.'],
    ['Entregar turno', 'Deja anotado lo contado cuando otra persona sigue en la misma caja.'],
    ['Recalcular', 'De una enviada o devuelta: lo esperado a su mismo corte.'],
    ['Imprimir', 'El cuadre en papel de 80 mm.'],
  ],
  terms: [
    ['Esperado', 'La apertura más lo que entró menos lo que salió, según los libros.'],
    ['Diferencia', '«Faltan» si hay menos de lo esperado, «Sobran» si hay más, «Cuadra» si es igual.'],
    ['Devuelta por', 'Por qué hay que contarla y enviarla otra vez. Su corte no cambia.'],
  ],
  refusals: ['register_open', 'register_there', 'difference_untold', 'moved_already'],
} satisfies Help
