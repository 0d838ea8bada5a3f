/** What the terminals' software says of itself. */
import type { Help } from '@/kit/page/help.tsx'

export default {
  about:
    'El software de las terminales: sus versiones, a qué taquillas sale cada una, y cuál tiene cada taquilla. Preguntan cada 15 minutos.',
  jobs: [
    ['Subir versión', 'Un APK firmado, más nuevo que el último. Si se corta, se elige el mismo archivo y continúa.'],
    ['Desplegar', 'A una parte de las taquillas, a un canal o a algunos afiliados. Se amplía cuando se quiera.'],
    ['Detener', 'Nadie más la recibe; quien la tiene la conserva.'],
    ['Retirar', 'Quien la tiene vuelve a la anterior que le toca.'],
    ['Poner en prueba', 'En «Taquillas»: las elegidas reciben antes lo del canal de prueba.'],
  ],
  terms: [
    ['Parte', 'De cada cien taquillas, cuántas la reciben. Son siempre las mismas de esa versión.'],
    ['Le toca a', 'Taquillas que deberían tenerla, la tengan o no.'],
    ['Con falla', 'La terminal dijo que no pudo instalarla; el motivo está en «Lo que dijo».'],
    ['Certificado (SHA-256)', 'Quién la firmó: el mismo en todas, u otro que prueba que lo reemplaza.'],
  ],
  refusals: ['apk_older', 'apk_unsigned', 'apk_other_signer', 'upload_altered'],
} satisfies Help
