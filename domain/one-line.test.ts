import { describe, expect, it } from 'vitest'
import { registration } from './account/register.ts'
import { fileName, maxFileName } from './one-line.ts'
import { webLink } from './order/input.ts'
import { renameOrder } from './order/rename-order.ts'
import { shareFiles } from './order/share-files.ts'
import { problemWith } from './questionnaire/answers.ts'
import type { Question } from './questionnaire/question.ts'

const breaks = ['a\r\nb', 'a\nb', 'a\u0000b', 'a\u007fb', 'a\u2028b', 'a\u2029b']
const turns = ['a\u202eb', 'a\u2066b']

describe('text that stands on one line', () => {
  const person = { email: 'asha@example.com', phone: '98450 12345', password: 'bread-at-six-gone-by-ten' }
  const file = { filename: 'x.png', originalName: 'x.png', fileType: 'image', size: 1 }
  const question = { id: 1, answerType: 'Line', required: true } as Question
  // spec: 11.50
  // security: 2.11
  it.each(breaks)('breaks no line: %j', (text) => {
    expect(registration.safeParse({ ...person, name: text }).success).toBe(false)
    expect(renameOrder.input.safeParse({ orderId: 'x1', title: text }).success).toBe(false)
    expect(shareFiles.input.safeParse({ orderId: 'x1', files: [file], captions: [text], quota: 9 }).success).toBe(false)
    expect(problemWith(question, text)).toBe('Please remove the line breaks')
  })
  // security: 2.11
  it.each([...turns, 'a\u200bb'])('turns no line around, and hides nothing: %j', (text) => {
    expect(registration.parse({ ...person, name: text }).name).toBe('ab')
    expect(renameOrder.input.parse({ orderId: 'x1', title: text }).title).toBe('ab')
    expect(problemWith(question, text)).toBeUndefined()
  })
  it.each(['\u3164', '\u115f', '\u2800', '\ufe0f', '\u034f', '\u0301'])('is not blank: %j', (text) => {
    expect(registration.safeParse({ ...person, name: text }).success).toBe(false)
    expect(renameOrder.input.safeParse({ orderId: 'x1', title: text }).success).toBe(false)
    expect(problemWith(question, text)).toBe('Please answer this question')
  })
  it.each([
    ['\u200e+91 98450\u201112345', '\u200ezoya\u00ad@example.com'],
    ['98450–12345\u200f', 'zoya@example.com\u2060'],
  ])('is a phone number or an email address however it was copied: %j, %j', (phone, email) => {
    const read = registration.parse({ ...person, name: 'Zoya', phone, email })
    expect([read.phone, read.email]).toEqual([expect.stringMatching(/^(\+91 )?98450-12345$/), 'zoya@example.com'])
    for (const [answerType, answer] of [
      ['Phone', phone],
      ['Email', email],
    ] as const)
      expect(problemWith({ ...question, answerType }, answer)).toBeUndefined()
  })
  it('is a link however it was copied', () =>
    expect(webLink('x').parse('\u200bhttps://example.com/')).toBe('https://example.com/'))
  it('has no line break where it has a tab', () => {
    expect(renameOrder.input.parse({ orderId: 'x1', title: 'a\tb' }).title).toBe('a b')
    expect(problemWith(question, 'a\tb')).toBeUndefined()
  })
  it.each(['नमस्ते', 'مرحبا', 'José & 花', 'a\u200db', 'a\u200fb'])('is in any script: %s', (text) => {
    expect(registration.safeParse({ ...person, name: text }).error).toBeUndefined()
    expect(renameOrder.input.safeParse({ orderId: 'x1', title: text }).success).toBe(true)
    expect(problemWith(question, text)).toBeUndefined()
  })
})

describe('what a file is called', () => {
  it('is what its owner calls it', () => {
    for (const name of ['The name over the door.png', 'नमस्ते.pdf', 'a "b" 50%.txt', 'مرحبا.jpg']) {
      expect(fileName(name)).toBe(name)
    }
  })
  // spec: 11.50
  it.each([...breaks, ...turns])('breaks no line and turns none around: %j', (text) =>
    expect(fileName(`${text}.png`)).toBe('ab.png'),
  )
  it('is so long and no longer, and what it is stays', () => {
    expect(fileName(`${'x'.repeat(5_000)}.png`)).toBe(`${'x'.repeat(maxFileName - 4)}.png`)
    expect(fileName(`x.${'y'.repeat(5_000)}`)).toHaveLength(maxFileName)
    expect(fileName(`${'🙂'.repeat(5_000)}.png`)).toBe(`${'🙂'.repeat(59)}.png`)
    expect(Buffer.byteLength(fileName(`${'दस्तावेज़'.repeat(40)}.png`))).toBeLessThanOrEqual(maxFileName)
  })
  it('is a plain name where nothing can be read of it', () => {
    expect(fileName('\ud800\ud800.png')).toBe('file.png')
    expect(fileName('\u202e.png')).toBe('file.png')
    expect(fileName('')).toBe('file')
  })
})
