import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import { amount } from '@contract/values/money.ts'
import { MoneyInput } from './money-input.tsx'
import { isUnread, numberOfTyped, sameAmount, textOfValue, valueOfTyped } from './money-reading.ts'

afterEach(cleanup)

let reported: (string | null)[] = []

function Held({ start }: { start: string | null }) {
  const [value, setValue] = useState(start)
  return (
    <>
      <MoneyInput
        currency="BS"
        aria-label="Monto"
        value={value}
        onChange={(next) => {
          reported.push(next)
          setValue(next)
        }}
      />
      <button type="button" onClick={() => setValue('7.00')}>
        otro
      </button>
    </>
  )
}

function show(start: string | null = null) {
  reported = []
  render(<Held start={start} />)
  return screen.getByLabelText('Monto') as HTMLInputElement
}

describe('MoneyInput', () => {
  it.each([
    ['1.234,56', '1234.56', '1.234,56'],
    ['1234,5', '1234.50', '1.234,50'],
    ['1234567', '1234567.00', '1.234.567,00'],
  ])('reads %s as %s', (typed, value, shown) => {
    const input = show()
    fireEvent.change(input, { target: { value: typed } })
    fireEvent.blur(input)
    expect(reported.at(-1)).toBe(value)
    expect(input.value).toBe(shown)
  })

  it('asks what 12.50 means and takes the answer', () => {
    const input = show()
    fireEvent.change(input, { target: { value: '12.50' } })
    expect(amount.safeParse(reported.at(-1)).success).toBe(false)
    expect(screen.queryByRole('alert')).toBeNull()
    fireEvent.blur(input)
    const choices = screen
      .getAllByRole('button')
      .filter((button) => button.textContent?.startsWith('Bs'))
      .map((button) => button.textContent)
    expect(choices).toEqual(['Bs 12,50', 'Bs 1.250,00'])
    fireEvent.click(screen.getByText('Bs 12,50'))
    expect(reported.at(-1)).toBe('12.50')
    expect(input.value).toBe('12,50')
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it.each([
    ['0.500', ['Bs 0,50'], 'se escribe aquí de otra forma'],
    ['1.234', ['Bs 1.234,00', 'Bs 1,23'], 'más de una forma'],
    ['10 50', [], 'Escriba un monto como 1.234,56'],
    ['USD 12,50', [], 'Está en dólares y aquí va en bolívares'],
  ])('of %s offers %j', (typed, offered, said) => {
    const input = show()
    fireEvent.change(input, { target: { value: typed } })
    fireEvent.blur(input)
    const buttons = screen.queryAllByRole('button').map((button) => button.textContent)
    expect(buttons.filter((text) => text?.startsWith('Bs'))).toEqual(offered)
    expect(screen.getByRole('alert').textContent).toContain(said)
    expect(isUnread(reported.at(-1))).toBe(true)
  })

  it('holds Enter back until the amount is clear', () => {
    const input = show()
    fireEvent.change(input, { target: { value: '1.234' } })
    expect(fireEvent.keyDown(input, { key: 'Enter' })).toBe(false)
    expect(screen.getByRole('alert').textContent).toContain('1.234')
    fireEvent.change(input, { target: { value: '1234' } })
    expect(fireEvent.keyDown(input, { key: 'Enter' })).toBe(true)
  })

  it('never reports the old amount for a text it does not understand', () => {
    const input = show('50.00')
    fireEvent.change(input, { target: { value: '5o' } })
    expect(isUnread(reported.at(-1))).toBe(true)
    fireEvent.blur(input)
    expect(input.value).toBe('5o')
    fireEvent.change(input, { target: { value: '' } })
    expect(reported.at(-1)).toBeNull()
  })

  it('follows a value that comes from outside', () => {
    const input = show('50.00')
    fireEvent.change(input, { target: { value: '12.50' } })
    fireEvent.click(screen.getByText('otro'))
    expect(input.value).toBe('7,00')
  })
})

describe('reading and writing', () => {
  it('marks what is unclear so that no schema takes it', () => {
    for (const typed of ['12.50', '1.234', '1,234.56', 'x', '-3'])
      expect(amount.safeParse(valueOfTyped(typed).value).success).toBe(false)
  })

  it('writes multipliers short and amounts long', () => {
    expect(textOfValue('30.00', true)).toBe('30')
    expect(textOfValue('30.50', true)).toBe('30,5')
    expect(textOfValue('6000', true)).toBe('6.000')
    expect(textOfValue('30.00')).toBe('30,00')
  })

  it.each([
    ['12', 0, '12'],
    ['1.440', 0, '1440'],
    ['1 5', 0, ''],
    ['5.000', 0, ''],
    ['1,5', 0, ''],
    ['12,5', 4, '12.5'],
    ['12,', 4, '12'],
    ['−1,25', 4, '-1.25'],
    ['1 2', 4, ''],
    ['$5 $10', 4, ''],
  ])('reads %s as a number of %d decimals as «%s»', (typed, decimals, value) => {
    expect(numberOfTyped(typed, decimals)).toBe(value)
  })

  it('compares amounts, not spellings', () => {
    expect(sameAmount('30', '30.00')).toBe(true)
    expect(sameAmount(null, '0.00')).toBe(false)
    expect(sameAmount('¿12.50', '12.50')).toBe(false)
  })
})
