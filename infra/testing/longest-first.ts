import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The groups by length, the longest first: a file that runs last runs alone, on one of the processors. */
const groupsByLength = ['endurance', 'browser', 'journeys', 'system', 'integration', 'unit']

/** Runs the groups with the longest files first, and within each what took longest the last time. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const rank = ({ project }: TestSpecification) => groupsByLength.indexOf(project.name)
    return sorted.sort((a, b) => rank(a) - rank(b))
  }
}
