import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { matchesGlob } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { groups } from '#infra/testing/groups.ts'

const root = new URL('../..', import.meta.url)
const cwd = fileURLToPath(root)
const all = ['ls-files', '--cached', '--others', '--exclude-standard']
const files = execFileSync('git', all, { cwd, encoding: 'utf8' })
  .split('\n')
  .filter((path) => /\.test\.tsx?$/.test(path))
const isOne = (path: string, patterns: readonly string[]) => patterns.some((pattern) => matchesGlob(path, pattern))
const groupsOf = (path: string) =>
  groups.filter(({ include, exclude = [] }) => isOne(path, include) && !isOne(path, exclude)).map(({ name }) => name)

describe('the groups of tests', () => {
  it('have each test file once', () => {
    expect(files.length).toBeGreaterThan(100)
    expect(files.filter((path) => groupsOf(path).length !== 1)).toEqual([])
  })
  it('leave to the rest what is asked of servers too', () => {
    const rest = groups.filter((group) => 'rest' in group).map(({ name }) => name)
    const serverTests = files.filter((path) => {
      const text = readFileSync(new URL(path, root), 'utf8')
      return /\.runIf\(/.test(text) && /MONGODB_URL|S3_ENDPOINT|EVENTSTORE_URL|hasServers/.test(text)
    })
    expect(serverTests.length).toBeGreaterThan(5)
    expect(serverTests.filter((path) => !rest.includes(groupsOf(path)[0]!))).toEqual([])
  })
  it('name no file that is not there', () => {
    const patterns = groups.flatMap(({ include, exclude = [] }) => [...include, ...exclude])
    expect(patterns.filter((pattern) => !files.some((path) => matchesGlob(path, pattern)))).toEqual([])
  })
  it('need neither a browser nor the built web for a rule', () =>
    expect(groups.find(({ name }) => name === groupsOf('domain/order/order.test.ts')[0])).not.toHaveProperty(
      'globalSetup',
    ))
})
