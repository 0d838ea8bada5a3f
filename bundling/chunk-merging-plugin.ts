/**
 * Which modules come with what is only known once unused code is left out, so the console is bundled once to see it,
 * neither made small nor written, and then in the files that `chunk-merging.ts` makes of it.
 */
import { build, type InlineConfig, type Plugin, type Rolldown } from 'vite'
import { filesOfModules, type MergeOptions } from './chunk-merging.ts'

/** `first` is how it is bundled to be seen: with the build's groups, but without this one. */
export function mergedChunks(asked: MergeOptions, first: () => InlineConfig) {
  let known = new Map<string, string>()
  const plugin: Plugin = {
    name: 'in-few-files',
    apply: 'build',
    async buildStart() {
      const made = await build({ ...first(), configFile: false, logLevel: 'silent' })
      const { output } = [made].flat()[0] as Rolldown.RolldownOutput
      known = filesOfModules(
        output.filter((one) => one.type === 'chunk'),
        asked,
      )
    },
  }
  const group: Rolldown.CodeSplittingGroup = { name: (id) => known.get(id), includeDependenciesRecursively: false }
  return { plugin, group }
}
