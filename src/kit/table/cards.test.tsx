import { cleanup, render, screen, within } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { TableCards } from './cards.tsx'

afterEach(cleanup)

const keys = (count: number) => Array.from({ length: count }, (_, at) => `dato${at}`)

function show(count: number, amounts: readonly string[] = []) {
  const columns = keys(count).map((key) => ({
    key,
    render: (row: Record<string, string>) => row[key],
    ...(amounts.includes(key) && { align: 'right' }),
  }))
  const row = Object.fromEntries(keys(count).map((key) => [key, `valor de ${key}`]))
  render(
    <TableCards
      columns={columns as never}
      titles={{}}
      rows={[row]}
      rowKey={() => 1}
      totals={[]}
      caption="Cosas"
      empty={null}
    />,
  )
  return within(screen.getByRole('listitem'))
}

it('a card of few facts shows all of them', () => {
  const card = show(6)
  expect(card.getAllByText(/^valor de/)).toHaveLength(6)
  expect(card.queryByText(/datos más/)).toBeNull()
})

it('a card of many shows the first ones, and how many more there are', () => {
  const card = show(9)
  const more = card.getByText('4 datos más').closest('details')!
  expect(more.open).toBe(false)
  expect(within(more).getAllByText(/^valor de/)).toHaveLength(4)
  expect(card.getAllByText(/^valor de/)).toHaveLength(9)
})

it('a card shows every amount at once, wherever its column stands', () => {
  const card = show(10, ['dato4', 'dato7', 'dato9'])
  const more = card.getByText('3 datos más').closest('details')!
  const hidden = within(more).getAllByText(/^valor de/)
  expect(hidden.map((one) => one.textContent)).toEqual(['valor de dato5', 'valor de dato6', 'valor de dato8'])
  expect(card.getAllByText(/^valor de/)).toHaveLength(10)
})

it('totals of several currencies are a line each with their main sum, opened by a press; those of one are open', () => {
  const totals = ['Bs', '$'].map((symbol) => ({
    key: symbol,
    label: `Total ${symbol}`,
    cells: { tickets: '12', sold: `${symbol} 500,00` },
    main: 'sold',
  }))
  const columns = [{ key: 'name' }, { key: 'tickets' }, { key: 'sold' }]
  const card = (shown: typeof totals) => (
    <TableCards
      columns={columns}
      titles={{}}
      rows={[{ name: 'A' }]}
      rowKey={() => 1}
      totals={shown}
      caption="Cosas"
      empty={null}
    />
  )
  const { unmount } = render(card(totals))
  const all = [...document.querySelectorAll('details')]
  expect(all.map(({ open }) => open)).toEqual([false, false])
  expect(all.map((one) => one.querySelector('summary')!.textContent)).toEqual([
    'Total Bs · sold Bs 500,00',
    'Total $ · sold $ 500,00',
  ])
  expect(within(all[0]!).getByText('12')).toBeTruthy()
  unmount()
  render(card(totals.slice(0, 1)))
  expect(document.querySelector('details')!.open).toBe(true)
})
