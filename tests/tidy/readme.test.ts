/** What README names is there. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root, textOf } from './house.ts'

describe('README', () => {
  const readme = () => textOf('README.md')
  const spans = () =>
    [...readme().matchAll(/`([^`\n]+)`/g)]
      .map((match) => match[1]!)
      .concat([...readme().matchAll(/```[a-z]*\n([\s\S]*?)```/g)].flatMap((match) => match[1]!.split('\n')))

  it('every script it names exists', () => {
    const { scripts } = JSON.parse(textOf('package.json')) as { scripts: Record<string, string> }
    const named = spans()
      .flatMap((span) => [...span.matchAll(/\bnpm (?:run )?([a-z][\w-]*)/g)].map((match) => match[1]!))
      .filter((name) => !['install', 'ci', 'run'].includes(name))
    expect(named).toContain('start')
    expect(named.filter((name) => !(name in scripts))).toEqual([])
  })

  it('every file and folder it names exists', () => {
    const paths = spans()
      .flatMap((span) => span.split(/\s+/))
      .filter(
        (word) => /^(contract|resources|providers|src|server|tests)\/[\w./*-]*$/.test(word) && !word.includes('*'),
      )
    expect(paths.length).toBeGreaterThan(5)
    expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([])
  })
})
