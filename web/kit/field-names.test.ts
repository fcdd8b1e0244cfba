import { globSync, readFileSync } from 'node:fs'
import { parseSync, Visitor } from 'vite'
import { expect, it } from 'vitest'

const root = `${import.meta.dirname}/../..`

/** The fields of a form that have another name than their error: what is written there would not take it back. */
function otherwiseNamed(path: string): string[] {
  const source = readFileSync(`${root}/${path}`, 'utf8')
  const found: string[] = []
  new Visitor({
    JSXOpeningElement({ start, end }) {
      const element = source.slice(start, end)
      const name = /\bname="([^"]+)"/.exec(element)?.[1]
      const error = /\berror=\{(?:\w+\.)?errors\.(\w+)/.exec(element)?.[1]
      if (name && error && name !== error) found.push(`${path}: ${name} shows the error of ${error}`)
    },
  }).visit(parseSync(path, source).program)
  return found
}

it('a field is called what its error is, so that a correction takes the error back', () => {
  const forms = globSync('web/**/*.tsx', { cwd: root, exclude: ['web/dist/**'] })
  expect(forms.length).toBeGreaterThan(100)
  expect(forms.flatMap(otherwiseNamed)).toEqual([])
})
