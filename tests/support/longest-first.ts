/**
 * The order of a run's files: the longest begin first, or one of them would be waited for with a core to spare. How
 * long each takes is written down (`seconds.json`), so that a bare clone knows it too. Files of one project stand
 * together: a worker whose next file is another project's ends, and one that draws takes six seconds to begin.
 */
import { relative } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { root } from '../../server/install.mjs'
import { readSeconds } from './seconds.mjs'

/** A file that nobody has timed yet, or a short one: in the middle, where it is waited for little whatever it takes. */
const UNKNOWN = 10

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const seconds = readSeconds()
    const of = ({ moduleId }: TestSpecification) => seconds[relative(root, moduleId)] ?? UNKNOWN
    // Of equals the largest, or what failed before.
    const sorted = (await super.sort(files)).toSorted((one, other) => of(other) - of(one))
    const projects = [...new Set(sorted.map(({ project }) => project))]
    return projects.flatMap((project) => sorted.filter((file) => file.project === project))
  }
}
