import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const root = new URL('../..', import.meta.url)
const read = (path: string) => readFileSync(new URL(path, root), 'utf8')

const names = readdirSync(new URL('docs/decisions', root))
  .filter((name) => name !== 'README.md')
  .sort()
const numbers = names.map((name) => name.slice(0, 4))

type Head = { title: string; date: string }

/** The head of a record; undefined where it begins in another way. */
const headOf = (text: string): Head | undefined =>
  /^# (?<title>.+)\n\n- Date: (?<date>\d{4}-\d\d-\d\d)\n- Status: accepted\n\n/.exec(text)?.groups as Head | undefined

/** A title as it stands in a file name: `IDs, by hash` is `ids-by-hash`. */
const kebab = (title: string): string =>
  title
    .toLowerCase()
    .replace(/[’'`]/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')

/** The records that a text speaks of, by number or by file name. */
function referencesIn(text: string): string[] {
  const paths = [...text.matchAll(/\bdecisions\/(\d{4}(?:-[\w-]+\.md)?)/g)]
  const words = [...text.matchAll(/\b(?:decisions?|records?) (\d{4})\b/gi)]
  const links = [...text.matchAll(/\]\((?:\.\/)?(\d{4}-[^)#]+)/g)]
  return [...paths, ...words, ...links].map(([, reference]) => reference!)
}

const sources = ['domain', 'infra', 'projections', 'api', 'web', 'docs'].flatMap((folder) =>
  readdirSync(new URL(folder, root), { recursive: true, encoding: 'utf8' })
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
    .filter((path) => /\.([cm]?[jt]sx?|css|html|json|md)$/.test(path) && !path.startsWith('web/dist/'))
    // Its examples name records that there are not.
    .filter((path) => path !== 'infra/repository/decisions.test.ts'),
)
const others = readdirSync(root).filter((name) => /\.(md|ts|yml|example)$/.test(name))

describe('docs/decisions', () => {
  it('has each number once: one that is gone is not given again', () => expect(numbers).toEqual([...new Set(numbers)]))
  it.each(names)('%s says its decision and its date', (name) => {
    const head = headOf(read(`docs/decisions/${name}`))
    expect(head).toBeDefined()
    expect(name).toBe(`${name.slice(0, 4)}-${kebab(head!.title)}.md`)
  })
  it.each(names)('%s is said in 250 words', (name) =>
    expect(read(`docs/decisions/${name}`).match(/\S*\w\S*/g)!.length).toBeLessThanOrEqual(250),
  )
  it('is referred to by numbers and names that there are', () => {
    const wrong = [...sources, ...others].flatMap((path) =>
      referencesIn(read(path))
        .filter((reference) => !numbers.includes(reference) && !names.includes(reference))
        .map((reference) => `${path}: ${reference}`),
    )
    expect(wrong).toEqual([])
  })
})

describe('these rules', () => {
  it.each([
    ['(docs/decisions/0013)', ['0013']],
    ['see docs/decisions/0001-our-own.md', ['0001-our-own.md']],
    ['Record 0007 says why', ['0007']],
    ['[why](0002-ids.md)', ['0002-ids.md']],
    ['docs/decisions/ says so', []],
  ])('find the records in %j', (text, references) => expect(referencesIn(text)).toEqual(references))
  it.each(['# A\n\nText\n', '# A\n\n- Date: 2026-11-21\n- Status: perhaps\n\nText\n'])('refuse %j', (text) =>
    expect(headOf(text)).toBeUndefined(),
  )
})
