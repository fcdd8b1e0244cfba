import type { Reporter, TestCase, TestModule } from 'vitest/node'

/** How many tests of a run may pass only when tried again, before the run itself has failed. */
const maxFlaky = 3

/**
 * Names at the end each test that failed and then passed, with why it failed: where `retry` allows that (groups.ts), it
 * is not to go unseen (docs/decisions/0077-try-a-test-that-waits-once-more-in-ci-and-name-it.md).
 */
export default class FlakyReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const tests = modules
      .flatMap((module) => [...module.children.allTests()])
      .filter((test) => test.diagnostic()?.flaky)
    if (tests.length === 0) return
    console.log(['', 'PASSED ONLY WHEN TRIED AGAIN', ...tests.map(described), ''].join('\n'))
    if (tests.length <= maxFlaky) return
    console.error(`More than ${maxFlaky} tests passed only when tried again: the run has failed.\n`)
    process.exitCode = 1
  }
}

const described = (test: TestCase) =>
  [`${test.module.relativeModuleId} > ${test.fullName}`, ...(test.result().errors ?? []).map(firstLine)].join('\n  ')

const firstLine = ({ message, stacks }: { message: string; stacks?: { file: string; line: number }[] }) =>
  [message.split('\n')[0], ...(stacks ?? []).slice(0, 1).map(({ file, line }) => `at ${file}:${line}`)].join(' ')
