import { z } from 'zod'

export const minPasswordLength = 10

// Some of the commonest, for the page to say at once; the server has the long list (api/routes/account/passwords.ts).
const common = new Set(
  (
    '1234567890 12345678910 0123456789 0987654321 9876543210 1234567891 123456789a 1234512345 ' +
    '1122334455 1q2w3e4r5t 1q2w3e4r5t6y 1qaz2wsx3edc q1w2e3r4t5 q1w2e3r4t5y6 qwertyuiop qwerty12345 qwerty123456 ' +
    'qwerty1234 qwertyuiop123 asdfghjkl1 asdfghjkl; zaq12wsxcde3 password12 password123 password1234 password12345 ' +
    'passw0rd123 passwordpassword mypassword letmein123 welcome123 welcome1234 iloveyou123 iloveyouforever ' +
    'administrator admin12345 administrator1 changeme123 abcdefghij abcdefghijk abcd123456 abc1234567 a123456789 ' +
    'aa12345678 princess123 sunshine123 football123 superman123 manchester liverpool1 basketball christopher ' +
    'bangladesh hindustan1 bharatmata jaishreeram krishna123 india12345 india@1234 pakistan123 computer123 ' +
    'trustno1trustno1 unbelievable starwars123 pokemon123 secret1234 qazwsxedcrfv 147258369a 1029384756'
  ).split(' '),
)

/** The error message when a password is among the commonest. */
export const tooCommon = 'This password is too common. Please choose another one.'

/**
 * A password a person chooses: long enough, and not one of the common ones. In the form it is hashed in (NFKC):
 * one keyboard's way to write a character is another's way too.
 */
export const password = z
  .string('Please choose a password')
  .max(256, { error: 'Please use at most 256 characters', abort: true }) // marks without end take minutes to normalize
  .normalize('NFKC')
  .min(minPasswordLength, `Please use at least ${minPasswordLength} characters`)
  .max(256, 'Please use at most 256 characters')
  .refine((chosen) => !isOneCharacter(chosen), 'Please use more than one character')
  .refine((chosen) => !common.has(chosen.toLowerCase()), tooCommon)

const isOneCharacter = (text: string) => new Set(text.replace(/\s/gu, '')).size < 2

/** The error message when a password contains the person's name or address. */
export const tooPersonal = 'Your password can’t be your name or email address'

/** The error message when a password is made of the names that everyone who comes here knows. */
export const tooNear = 'Your password can’t be the name of this site or agency'

/** Whether a password is little more than its holder's name or address, which an attacker tries first. */
export function isPersonal(chosen: string, { name, email }: { name: string; email: string }): boolean {
  const [mailbox = ''] = email.split('@')
  return isMadeOf(chosen, [name, ...name.split(/\s+/u), email, mailbox])
}

/** Whether nothing is left of a password, or too little, without some words and what stands around them. */
export function isMadeOf(chosen: string, words: readonly string[]): boolean {
  const own = words.flatMap((each) => [letters(each), core(each)])
  if ([letters(chosen), core(chosen)].some((each) => each !== '' && own.includes(each))) return true
  const long = own.filter(({ length }) => length >= minWordLength).sort((a, b) => b.length - a.length)
  const whole = letters(chosen)
  const rest = long.reduce((left, word) => left.replaceAll(word, ''), whole)
  return rest !== whole && rest.replace(/\p{N}/gu, '').length < minWordLength
}

/** How many letters a word must have to be looked for inside of a password. */
const minWordLength = 3

/**
 * The forms of a password to look for among the commonest: as it is, without digits and signs around it, and the part
 * that it repeats.
 */
export function dictionaryForms(chosen: string): string[] {
  const plain = chosen.normalize('NFKC').toLowerCase()
  const [, repeated = ''] = /^(.{2,}?)\1+$/u.exec(letters(chosen)) ?? []
  return [...new Set([plain, letters(chosen), core(chosen), repeated])].filter(({ length }) => length >= minWordLength)
}

// Spaces and punctuation hide nothing, and neither does a year of birth at the end.
const letters = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]/gu, '')
const core = (text: string) => letters(text).replace(/^\p{N}+|\p{N}+$/gu, '')
