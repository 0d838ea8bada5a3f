/** How the field is written, on one sheet: what is typed, and what it means. */
const sheet: readonly (readonly [title: string, rows: readonly (readonly [typed: string, means: string])[]])[] = [
  [
    'Números y monto',
    [
      ['25*100', '25 a 100'],
      ['5+12+36*50', 'tres números, cada uno a 50'],
      ['25', 'con el monto de la jugada anterior'],
      ['*50', 'el monto de lo que aún no lo tiene'],
      ['gal*100', 'por el comienzo del nombre'],
    ],
  ],
  [
    'Animalitos',
    [
      ['5-12-36', 'tripleta'],
      ['5-12-36-7', 'sus 4 tripletas (hasta 6 símbolos)'],
    ],
  ],
  [
    'Triples',
    [
      ['253', 'triple'],
      ['53', 'terminal'],
      ['53,', 'punta'],
      ['253,5 · 253leo', 'zodiacal: signo 1 a 12, o su nombre'],
      ['253,', 'permuta: sus 6 triples distintos'],
      [',25 · 2,5', 'serie: diez triples'],
      ['120-129', 'corrida, hasta 100'],
    ],
  ],
  [
    'Sorteos',
    [
      ['/1', 'el juego 1, próximo sorteo'],
      ['/111', 'el juego 1 de las 11'],
      ['/1*3 · /1*', 'los tres próximos · todos los de hoy'],
      ['/1+2 · /+2', 'dos juegos · uno más'],
      ['/6,12', 'el juego 6, columnas A y B'],
      ['//112', 'copia el ticket en ese sorteo'],
    ],
  ],
  [
    'Teclas',
    [
      ['Enter', 'agrega; con el campo vacío, vende'],
      ['- o ⌫', 'con el campo vacío, quita lo último'],
      ['F2', 'repite el último ticket en los próximos sorteos'],
      ['F4', 'ticket nuevo'],
      ['F7', 'a nombre de quién, por su documento'],
      ['F8', 'otra moneda'],
      ['F9', 'el próximo paso, que dice su botón'],
      ['F10', 'duplicado del último ticket'],
      ['Escáner', 'abre el ticket para pagar, anular o repetir'],
    ],
  ],
]

export function KeysFace() {
  return (
    <div className="sell-sheet">
      {sheet.map(([title, rows]) => (
        <section key={title}>
          <h2>{title}</h2>
          <dl>
            {rows.map(([typed, means]) => (
              <div key={typed}>
                <dt>
                  <kbd>{typed}</kbd>
                </dt>
                <dd className="small">{means}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </div>
  )
}
