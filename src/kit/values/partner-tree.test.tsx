import { describe, expect, it } from 'vitest'
import type { PartnerOption } from '@contract/partners.ts'
import { partnerPath } from './partner-tree.ts'

const option = (id: number, father_id: number | null, name: string): PartnerOption => ({
  id,
  father_id,
  name,
  code: name,
  type: 'distribuidor',
  status: 'activo',
  path: '',
})
const root = { id: 1, name: 'Banca' }
const tree = [
  option(1, null, 'Banca'),
  option(2, 1, 'Oriente'),
  option(3, 2, 'Agencia Centro'),
  option(4, 3, 'Taquilla 1'),
]

describe('partnerPath', () => {
  it('leads from the own partner down to the one on screen', () => {
    expect(partnerPath(tree, root, 4).map((step) => step.name)).toEqual([
      'Banca',
      'Oriente',
      'Agencia Centro',
      'Taquilla 1',
    ])
    expect(partnerPath(tree, root, undefined)).toEqual([root])
    expect(partnerPath(tree, root, 1)).toEqual([root])
  })

  it('starts at the partner of the user, whatever lies above', () => {
    expect(partnerPath(tree, { id: 2, name: 'Oriente' }, 4).map((step) => step.id)).toEqual([2, 3, 4])
  })

  it('keeps only the root for what is not within reach', () => {
    expect(partnerPath(tree, root, 99)).toEqual([root])
  })
})
