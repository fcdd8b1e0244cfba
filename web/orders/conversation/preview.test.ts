import { describe, expect, it } from 'vitest'
import { largestShared, problemWith } from './limits.ts'
import { previewOf, sizeInWords } from './preview.ts'

describe('a shared file', () => {
  it.each([
    ['door.PNG', 'image'],
    ['film.mov', 'video'],
    ['note.m4a', 'audio'],
    ['report.pdf', 'pdf'],
    ['hours.txt', 'text'],
    ['drawing.svg', undefined],
    ['prices.xlsx', undefined],
    ['no extension', undefined],
  ])('%s is shown as %s', (name, preview) => expect(previewOf(name)).toBe(preview))

  it('says how large it is', () => expect([sizeInWords(12), sizeInWords(2_516_582)]).toEqual(['1 kB', '2.4 MB']))
})

describe('a file to be shared', () => {
  it.each([
    ['door.png', 12, undefined],
    ['film.MP4', largestShared, undefined],
    ['film.mp4', largestShared + 1, 'This file is larger than 200 MB'],
    ['setup.exe', 12, 'This kind of file is not accepted'],
    ['hours.txt', 0, 'This file is empty'],
  ])('%s of %i bytes: %s', (name, size, problem) => expect(problemWith({ name, size })).toBe(problem))
})
