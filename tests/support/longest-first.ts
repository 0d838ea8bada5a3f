/**
 * The order of a run's files. The largest begin first where no run before has told how long each takes, but these are
 * small for their time: begun last, one of them would be waited for with a core to spare.
 */
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const longest = /\/e2e\/(everybody|menu|report-states)\.test\.ts$/

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isLong = ({ moduleId }: TestSpecification) => longest.test(moduleId)
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}
