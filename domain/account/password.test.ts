import { describe, expect, it } from 'vitest'
import { password } from './password.ts'

const problem = (chosen: unknown) => password.safeParse(chosen).error?.issues[0]?.message

describe('a password', () => {
  it.each(['ten lettrs', 'पासवर्ड बहुत लंबा', 'x1'.repeat(128)])('may be %s', (chosen) =>
    expect(problem(chosen)).toBeUndefined(),
  )
  it.each([
    ['nine char', 'At least 10 characters, please'],
    ['x1'.repeat(129), 'At most 256 characters, please'],
    ['password123', 'This password is one of the first that people try'],
    ['PassWord123', 'This password is one of the first that people try'],
    [1234567890, 'Please choose a password'],
    [null, 'Please choose a password'],
  ])('may not be %s', (chosen, message) => expect(problem(chosen)).toBe(message))
})
