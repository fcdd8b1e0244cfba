import { globSync, readFileSync } from 'node:fs'
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

describe('comments in the code', () => {
  it('are in short sentences', () => {
    const paths = globSync('{api,domain,infra,projections,web}/**/*.{ts,tsx}', {
      exclude: (path) => /web\/dist|infra\/tools|journeys|\/tests|\/testing|\.test\.tsx?$/.test(path),
    })
    expect(paths.length).toBeGreaterThan(950)
    expect(paths.flatMap((path) => longSentencesIn(path, readFileSync(path, 'utf8')))).toEqual([])
  })
  const words = (number: number) => Array(number).fill('word').join(' ')
  it.each([
    [`/** ${words(28)}. ${words(5)}. */`, []],
    [`const a = 1\n/**\n * ${words(20)}\n * ${words(9)}.\n */`, [`x.ts:2 29: ${words(29)}.`]],
    [`// ${words(15)}\n// ${words(15)}\n`, [`x.ts:1 30: ${words(30)}`]],
  ])('are measured in %j', (source, found) => expect(longSentencesIn('x.ts', source)).toEqual(found))
})
