import { describe, expect, it } from 'vitest'
import { dictionaryForms, isMadeOf, isPersonal, password } from './password.ts'

const problem = (chosen: unknown) => password.safeParse(chosen).error?.issues[0]?.message

describe('a password', () => {
  it.each(['ten lettrs', 'पासवर्ड बहुत लंबा', 'x1'.repeat(128)])('may be %s', (chosen) =>
    expect(problem(chosen)).toBeUndefined(),
  )
  // spec: 5.9
  it.each([
    ['nine char', 'Please use at least 10 characters'],
    ['x1'.repeat(129), 'Please use at most 256 characters'],
    ['password123', 'This password is too common. Please choose another one.'],
    ['PassWord123', 'This password is too common. Please choose another one.'],
    ['a'.repeat(10), 'Please use more than one character'],
    [' a a a a a a', 'Please use more than one character'],
    ['\u3000\t          ', 'Please use more than one character'],
    ['ｐａｓｓｗｏｒｄ１２３', 'This password is too common. Please choose another one.'],
    [1234567890, 'Please choose a password'],
    [null, 'Please choose a password'],
  ])('may not be %s', (chosen, message) => expect(problem(chosen)).toBe(message))
})

it('is not normalized where it is too long: marks without end would keep everyone waiting', () =>
  expect(password.safeParse(`${'ten lettrs'}${'\u0301\u0316'.repeat(200)}`).error?.issues).toHaveLength(1))

it('is the same password, however its characters are put together', () =>
  expect(password.parse('cafe\u0301 de l’ange')).toBe(password.parse('café de l’ange')))

describe('a personal password', () => {
  const asha = { name: 'Asha Rao', email: 'asha.rao+looms@neelgiri.example' }
  it.each(['Asha Rao', 'asharao1990', '  A-s-h-a-1-2-3 ', 'RAO 2026!', asha.email, 'asha.rao+LOOMS'])(
    'is %s',
    (chosen) => expect(isPersonal(chosen, asha)).toBe(true),
  )
  it.each(['asha & asha & asha', 'asha.rao rao 1'])('is %s', (chosen) => expect(isPersonal(chosen, asha)).toBe(true))
  it.each(['twelve looms', 'asha weaves saris', '9845012345', '!!!! ????'])('is not %s', (chosen) =>
    expect(isPersonal(chosen, asha)).toBe(false),
  )
  it('is not every number, for someone called by one', () =>
    expect(isPersonal('31177 90210', { name: 'Agent 47', email: '007@x.example' })).toBe(false))
})

describe('a password made of words that everyone knows', () => {
  const words = ['atelier', 'Longhand Studio', 'Longhand', 'Studio']
  it.each(['atelier2026', 'Atelier-Atelier', 'longhand studio!', 'studio longhand 99', 'l.o.n.g.h.a.n.d.1'])(
    'is %s',
    (chosen) => expect(isMadeOf(chosen, words)).toBe(true),
  )
  it.each(['a studio by the sea', 'written by longhand', '1234567890', ''])('is not %s', (chosen) =>
    expect(isMadeOf(chosen, words)).toBe(false),
  )
})

it('has a heart: without what stands around it, and what it repeats', () => {
  expect(dictionaryForms('FootBall2026!!')).toEqual(['football2026!!', 'football2026', 'football'])
  expect(dictionaryForms('dragondragon')).toContain('dragon')
})
