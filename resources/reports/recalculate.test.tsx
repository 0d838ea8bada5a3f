import { describe, expect, it } from 'vitest'
import { recalculateDays, recalculatedText, type Recalculated } from './recalculate.tsx'

describe('recalculateDays', () => {
  const period = { from: '2026-02-27', to: '2026-03-02' }

  it('goes through every day in order and adds up what was corrected', async () => {
    const asked: string[] = []
    const seen: number[] = []
    const one = async (day: string): Promise<Recalculated> => {
      asked.push(day)
      return { days: 1, rows: 10, corrected: day === '2026-03-01' ? 3 : 0 }
    }
    const done = await recalculateDays(
      period,
      one,
      () => false,
      (soFar) => seen.push(soFar.days),
    )
    expect(asked).toEqual(['2026-02-27', '2026-02-28', '2026-03-01', '2026-03-02'])
    expect(seen).toEqual([1, 2, 3, 4])
    expect(done).toEqual({ days: 4, rows: 40, corrected: 3 })
  })

  it('stops between two days and keeps what is done', async () => {
    let stopped = false
    const one = async (): Promise<Recalculated> => ({ days: 1, rows: 5, corrected: 1 })
    const done = await recalculateDays(
      period,
      one,
      () => stopped,
      (soFar) => {
        stopped = soFar.days === 2
      },
    )
    expect(done).toEqual({ days: 2, rows: 10, corrected: 2 })
  })

  it('lets a failure through: nothing after it is asked', async () => {
    let asked = 0
    const one = async (): Promise<Recalculated> => {
      asked += 1
      throw new Error('no')
    }
    await expect(
      recalculateDays(
        period,
        one,
        () => false,
        () => undefined,
      ),
    ).rejects.toThrow('no')
    expect(asked).toBe(1)
  })
})

describe('recalculatedText', () => {
  it('says how many rows were corrected', () => {
    expect(recalculatedText({ days: 7, rows: 1340, corrected: 12 })).toBe(
      '12 filas corregidas de 1.340 revisadas en 7 días.',
    )
    expect(recalculatedText({ days: 1, rows: 1, corrected: 1 })).toBe('1 fila corregida de 1 revisada en 1 día.')
    expect(recalculatedText({ days: 1, rows: 340, corrected: 0 })).toBe(
      'Ninguna fila necesitó corrección: 340 revisadas en 1 día.',
    )
  })
})
