/** One progress for the whole of a demo, which may be several bancas: how much of all is done, and what is being done. */

/** What the demo's bancas are called where their progress is told. */
export const venezuelaName = 'Banca de Venezuela'
export const panamaName = 'Banca de Panamá'

/** Hears how much of a piece of work is done, from 0 to 1, and in Spanish what is being done now. */
export type Progress = (share: number, doing: string) => void

export interface ProgressPiece {
  name: string
  /** How long it takes, against the other pieces. */
  weight: number
}

/**
 * Divides a progress among pieces that are done one after the other; answers theirs, in their order. `say`
 * receives one sentence at the beginning of each step and whenever another tenth of all is done, never the same share twice for one step.
 */
export function sharedProgress(pieces: readonly ProgressPiece[], say: (line: string) => void): Progress[] {
  const all = pieces.reduce((sum, piece) => sum + piece.weight, 0)
  let before = 0
  let said = -1
  let last = ''
  return pieces.map(({ name, weight }) => {
    const from = before
    before += weight
    return (share, doing) => {
      const percent = Math.floor(((from + weight * Math.min(share, 1)) / all) * 100 + 1e-9)
      const step = `${name}: ${doing}`
      if (step === last && Math.floor(percent / 10) === Math.floor(said / 10)) return
      // What was said is not taken back: shares of steps are estimates.
      said = Math.max(said, percent)
      last = step
      say(`Demostración al ${said} %. ${step}.`)
    }
  })
}
