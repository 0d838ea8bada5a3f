/** Nothing lies about that nobody uses. */
import { existsSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root, files, textOf, isTest, sources, product, literalOf, imports } from './house.ts'

describe('nothing left over', () => {
  const packageJson = JSON.parse(textOf('package.json')) as { scripts: Record<string, string> }

  it('every file is used by another, or begins something', () => {
    const begins = new Set([
      'vite.config.ts',
      ...[...textOf('index.html').matchAll(/src="\/([^"]+)"/g)].map((match) => match[1]!),
    ])
    for (const script of Object.values(packageJson.scripts)) for (const word of script.split(' ')) begins.add(word)
    // Started as programs of their own: by the file beside it, and by what works apart.
    begins.add('server/dev.ts')
    begins.add('server/apart.ts')
    for (const source of product) {
      for (const asked of imports.get(source.path)!) begins.add(asked)
      // A path given as text: a program that is started, a folder's file that is read.
      for (const node of source.nodes) {
        const text = literalOf(node)
        if (text && /^\.{0,2}\/?[\w./-]+\.(ts|mjs)$/.test(text))
          begins.add(relative(root, resolve(root, dirname(source.path), text)))
      }
    }
    const used = files.filter(
      (path) => /^(contract|resources|providers|src|server)\/.*\.(tsx?|css|mjs)$/.test(path) && !isTest(path),
    )
    expect(used.filter((path) => !begins.has(path))).toEqual([])
  })

  it('every script starts a file that exists', () => {
    const started = Object.values(packageJson.scripts)
      .flatMap((script) => script.split(' '))
      .filter((word) => /^[\w./-]+\.(ts|mjs)$/.test(word))
    expect(started.length).toBeGreaterThan(5)
    expect(started.filter((path) => !existsSync(join(root, path)))).toEqual([])
  })

  it('what a test helps itself with is used by a test', () => {
    const asked = new Set([...imports.values()].flat())
    const support = 'support/(console-setup|dom|global-setup|programs-setup|server|upgrade)\\.ts'
    const begins = new RegExp(`^tests/(run\\.mjs|answers\\.ts|${support}|bench/(main|flood|hostile|watching)\\.ts)$`)
    expect(
      files.filter(
        (path) =>
          /^tests\/.*\.(ts|mjs)$/.test(path) && !path.endsWith('.test.ts') && !begins.test(path) && !asked.has(path),
      ),
    ).toEqual([])
  })

  it('nothing is left for later, switched off or watched alone', () => {
    const later = /\b(TO[D]O|FIX[M]E|XX[X]|HAC[K])\b|(^|\s)(it|test|describe)\.(only|skip|todo)\(|debugge[r];/
    expect(
      sources.flatMap(({ path, text }) =>
        text.split('\n').flatMap((line, index) => (later.test(line) ? [`${path}:${index + 1}`] : [])),
      ),
    ).toEqual([])
  })

  it('the product speaks of itself alone', () => {
    const foreign = new RegExp(
      [
        String.raw`/wor[k]/|\bissu[e] ?#\d*|\bpul[l] request\b|assistan[t]\b`,
        String.raw`\b(cl[a]ude|anthropi[c]|chatgp[t]|copilo[t])\b`,
        String.raw`npmj[s]\.|yarnpk[g]|artifactor[y]|\bregistry\.[a-z-]+\.(com|org|net)`,
      ].join('|'),
      'i',
    )
    const readable = files.filter((path) => !/\.(png|ico|woff2?|xlsx)$/.test(path))
    expect(
      readable.flatMap((path) =>
        textOf(path)
          .split('\n')
          .flatMap((line, index) => (foreign.test(line) ? [`${path}:${index + 1}: ${line.trim().slice(0, 120)}`] : [])),
      ),
    ).toEqual([])
  })
})
