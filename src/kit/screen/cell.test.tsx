import { render } from '@testing-library/react'
import { expect, it } from 'vitest'
import { field } from '@contract/field.ts'
import { webAddress } from '@contract/values/contact.ts'
import { cellText } from './cell.tsx'

const shown = (value: string) => render(<>{cellText(field(webAddress, 'Página'), value, { zone: 'UTC' })}</>).container

it('shows an address of the web as a link that opens apart', () => {
  const link = shown('https://www.banco.com/personas').querySelector('a')!
  expect([link.href, link.textContent]).toEqual(['https://www.banco.com/personas', 'www.banco.com/personas'])
  expect([link.target, link.rel]).toEqual(['_blank', 'noopener noreferrer'])
})

it.each(['javascript:alert(1)', 'https://ana:clave@banco.com', 'banco'])('follows no %s', (value) => {
  const { children, textContent } = shown(value)
  expect([children.length, textContent]).toEqual([0, value])
})
