import { render } from '@testing-library/react'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { field } from '@contract/field.ts'
import { webAddress } from '@contract/values/contact.ts'
import { cellText } from './cell.tsx'

const shown = (value: string) => render(<>{cellText(field(webAddress, 'Página'), value, { zone: 'UTC' })}</>).container

it('shows an address of the web as a link that opens apart', () => {
  const link = shown('https://www.banco.com/personas').querySelector('a')!
  expect([link.href, link.textContent]).toEqual(['https://www.banco.com/personas', 'www.banco.com/personas'])
  expect([link.target, link.rel]).toEqual(['_blank', 'noopener noreferrer'])
})

it('shows a picture as one, not as its address', () => {
  const logo = field(z.string(), 'Logo', { kind: 'picture' })
  const image = render(<>{cellText(logo, '/images/a.png', { zone: 'UTC' })}</>).container.querySelector('img')!
  expect([image.getAttribute('src'), image.alt]).toEqual(['/images/a.png', 'Logo'])
})

it.each(['javascript:alert(1)', 'https://ana:clave@banco.com', 'banco'])('follows no %s', (value) => {
  const { children, textContent } = shown(value)
  expect([children.length, textContent]).toEqual([0, value])
})

it('shows what somebody wrote in one line, which is whole under the pointer', () => {
  const words = 'Faltó sencillo en la tarde y se completó con la caja fuerte'
  const remark = field(z.string(), 'Observación', { remark: true })
  const { firstElementChild } = render(<>{cellText(remark, words, { zone: 'UTC' })}</>).container
  const { textContent, title, style } = firstElementChild as HTMLElement
  expect([textContent, title, style.whiteSpace]).toEqual([words, words, ''])
})
