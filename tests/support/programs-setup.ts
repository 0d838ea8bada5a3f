/** Builds the programs that tests start, and what the server of a bundle has work apart from it, before anybody starts one. */
import { execFile } from 'node:child_process'
import { rmSync } from 'node:fs'
import { promisify } from 'node:util'
import { ensureBuilt, outDirs, stampOf } from '../../server/build.mjs'
import { root } from '../../server/install.mjs'
import { programs, programsVariable } from './programs.ts'

export default async function setup(): Promise<() => void> {
  const folder = `${root}${outDirs.server}-tests-${process.pid}`
  await promisify(execFile)(process.execPath, ['server/bundle.mjs', 'server', folder, ...programs], { cwd: root })
  await ensureBuilt(['server'])
  process.env[programsVariable] = folder
  return () => {
    delete process.env[programsVariable]
    for (const made of [folder, stampOf(folder)]) rmSync(made, { recursive: true, force: true })
  }
}
