import { globSync, readFileSync } from 'node:fs'
import { parseSync } from 'vite'
import { describe, expect, it } from 'vitest'

/** The rule is 25 words; a sentence of a few more that needs them may have them. */
const mostWords = 28

/** The comments of a source: a block each, lines of `//` that follow each other as one. */
function commentsIn(source: string): { start: number; text: string }[] {
  const blocks = [...source.matchAll(/\/\*\*([\s\S]*?)\*\//g)].map(({ index, 1: text = '' }) => ({
    start: index,
    text: text.replaceAll(/\n\s*\*/g, ' '),
  }))
  const lines = [...source.matchAll(/(?:^[ \t]*\/\/ .*\n)+/gm)].map(({ index, 0: text }) => ({
    start: index,
    text: text.replaceAll(/\n?^[ \t]*\/\/ /gm, ' '),
  }))
  return [...blocks, ...lines]
}

const wordsOf = (sentence: string) => sentence.split(/\s+/).filter((word) => /\w/.test(word)).length

/** Each sentence of a source's comments that is too long, with its line and its number of words. */
const longSentencesIn = (path: string, source: string): string[] =>
  commentsIn(source).flatMap(({ start, text }) =>
    text
      .split(/(?<=[.!?])\s+/)
      .filter((sentence) => wordsOf(sentence) > mostWords)
      .map(
        (sentence) =>
          `${path}:${source.slice(0, start).split('\n').length} ${wordsOf(sentence)}: ${sentence.trim().replaceAll(/\s+/g, ' ')}`,
      ),
  )

/** The texts of all comments of a source, also those at the ends of lines. */
const textsIn = (path: string, source: string): { start: number; value: string }[] =>
  path.endsWith('.css')
    ? [...source.matchAll(/\/\*[\s\S]*?\*\//g)].map(({ index, 0: value }) => ({
        start: index + 2,
        value: value.slice(2),
      }))
    : parseSync(path, source).comments.map(({ start, value }) => ({ start: start + 2, value }))

/** Each word of a source's comments that leaves open who is meant, with its line and what to write. */
const rolelessIn = (path: string, source: string): string[] =>
  textsIn(path, source).flatMap(({ start, value }) =>
    [...value.matchAll(/\b(?:somebody|whoever|nobody)\b/gi)].map(
      ({ index, 0: word }) =>
        `${path}:${source.slice(0, start + index).split('\n').length} ${word}: write who by role (the client, an admin, the caller, the operator, “no one else”)`,
    ),
  )

describe('comments in the code', () => {
  it('are in short sentences', () => {
    const paths = globSync('{api,domain,infra,projections,web}/**/*.{ts,tsx}', {
      exclude: (path) => /web\/dist|infra\/tools|journeys|\/tests|\/testing|\.test\.tsx?$/.test(path),
    })
    expect(paths.length).toBeGreaterThan(800)
    expect(paths.flatMap((path) => longSentencesIn(path, readFileSync(path, 'utf8')))).toEqual([])
  })
  it('say by role who is meant', () => {
    const paths = globSync('{api,domain,infra,projections,web}/**/*.{ts,tsx,css}', { exclude: ['web/dist/**'] })
    expect(paths.length).toBeGreaterThan(1000)
    expect(paths.flatMap((path) => rolelessIn(path, readFileSync(path, 'utf8')))).toEqual([])
  })
  const words = (number: number) => Array(number).fill('word').join(' ')
  it.each([
    [`/** ${words(28)}. ${words(5)}. */`, []],
    [`const a = 1\n/**\n * ${words(20)}\n * ${words(9)}.\n */`, [`x.ts:2 29: ${words(29)}.`]],
    [`// ${words(15)}\n// ${words(15)}\n`, [`x.ts:1 30: ${words(30)}`]],
  ])('are measured in %j', (source, found) => expect(longSentencesIn('x.ts', source)).toEqual(found))
  it.each([
    ['x.ts', '/**\n * The caller.\n * Whoever asks.\n */', ['x.ts:3 Whoever']],
    ['x.tsx', 'a() // nobody’s, or somebody’s', ['x.tsx:1 nobody', 'x.tsx:1 somebody']],
    ['x.css', 'a {} /* for nobody */', ['x.css:1 nobody']],
    ['x.ts', "const nobody = '// nobody'", []],
  ])('name no one who is not known: %s, %j', (path, source, found) =>
    expect(rolelessIn(path, source)).toEqual(
      found.map((word) => expect.stringContaining(`${word}: write who by role`)),
    ),
  )
})
