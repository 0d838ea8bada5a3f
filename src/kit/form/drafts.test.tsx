import { beforeEach, describe, expect, it, vi } from 'vitest'
import { dropDraft, dropForeignDrafts, keepDraft, readDraft } from './drafts.ts'

const ana = { id: 1, database: 'banca' }
const luis = { id: 2, database: 'banca' }

beforeEach(() => sessionStorage.clear())

describe('drafts', () => {
  it('gives a draft back to the same user, database and form only', () => {
    keepDraft(ana, 'agency:12', { name: 'Centro' })
    expect(readDraft(ana, 'agency:12')?.values).toEqual({ name: 'Centro' })
    expect(readDraft(luis, 'agency:12')).toBeNull()
    expect(readDraft({ ...ana, database: 'otra' }, 'agency:12')).toBeNull()
    expect(readDraft(ana, 'agency:1')).toBeNull()
  })

  it('forgets one that was saved', () => {
    keepDraft(ana, 'agency:12', { name: 'Centro' })
    dropDraft(ana, 'agency:12')
    expect(readDraft(ana, 'agency:12')).toBeNull()
  })

  it('leaves nothing of one user for the next, and of other keys everything', () => {
    sessionStorage.setItem('ajeno', '1')
    keepDraft(ana, 'agency:12', { name: 'Centro' })
    keepDraft({ id: 12, database: 'banca' }, 'agency:1', { name: 'Doce' })
    // The same number is another user there.
    keepDraft({ ...ana, database: 'otra' }, 'agency:12', { name: 'Allá' })
    dropForeignDrafts(ana)
    expect(readDraft({ ...ana, database: 'otra' }, 'agency:12')).toBeNull()
    expect(readDraft(ana, 'agency:12')).not.toBeNull()
    expect(readDraft({ id: 12, database: 'banca' }, 'agency:1')).toBeNull()
    dropForeignDrafts(null)
    expect(Object.keys(sessionStorage)).toEqual(['ajeno'])
  })

  it('survives a storage that refuses and a text that is no draft', () => {
    const refuse = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    expect(() => keepDraft(ana, 'agency:12', { name: 'Centro' })).not.toThrow()
    refuse.mockRestore()
    sessionStorage.setItem('sorteo:draft:1:banca:agency:12', 'roto{')
    expect(readDraft(ana, 'agency:12')).toBeNull()
  })
})
