import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { receiptPicture } from './receipt-picture.ts'

describe('a drawn receipt', () => {
  it('is a picture that is read again, small and not blank, and another one says something else', async () => {
    const picture = receiptPicture(['PAGO MÓVIL', 'Monto Bs 1.234,50', 'Referencia 48210377'])
    const { format, width, height } = await sharp(picture).metadata()
    expect([format, width, height]).toEqual(['png', 444, 165])
    const { channels } = await sharp(picture).stats()
    expect([channels[0]!.min, channels[0]!.max]).toEqual([0, 255])
    expect(picture.length).toBeLessThan(2_000)
    expect(receiptPicture(['PAGO MÓVIL', 'Monto Bs 1.234,51', 'Referencia 48210377']).equals(picture)).toBe(false)
  })
})
