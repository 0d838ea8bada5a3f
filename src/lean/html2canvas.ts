/** Draws HTML that lies inside a drawing, which no chart of the console has, into a picture of it. */
export default function html2canvas(): never {
  throw new Error('Los gráficos no llevan HTML: no hay nada que copiar a la imagen.')
}
