import { describe, expect, it } from 'vitest'
import { asha, registered } from '#domain/samples.ts'
import { given } from '#domain/testing.ts'
import { accounts } from './actions.ts'
import { phoneWanted, register, registration } from './register.ts'

const account = registered.data

describe('registering', () => {
  it('makes an account', () =>
    given(accounts).when(register, account, asha).then({ type: 'AccountRegistered', data: account }))
  it('logs in at once when a session is given', () =>
    given(accounts)
      .when(register, { ...account, session: 'telephone' }, asha)
      .then({ type: 'AccountRegistered', data: account }, { type: 'LoggedIn', data: { session: 'telephone' } }))
  it('is refused where there is an account', () =>
    given(accounts, registered)
      .when(register, account, asha)
      .thenRefused('There is already an account with this email address. Log in instead.'))
  it.each(['', 'longhand-demo', '$argon2i$v=19'])('never takes %j for a hash', (passwordHash) =>
    expect(register.input.safeParse({ ...account, passwordHash }).success).toBe(false),
  )
})

describe('the register form', () => {
  const form = {
    name: 'Asha Rao',
    email: 'asha@neelgirilooms.example',
    phone: '090000 00021',
    password: 'twelve looms',
  }
  const fields = (changes: object) =>
    Object.fromEntries(
      (registration.safeParse({ ...form, ...changes }).error?.issues ?? [])
        .toReversed()
        .map(({ path, message }) => [path.join('.'), message]),
    )

  it('says all that is missing at once', () =>
    expect(Object.keys(fields({ name: '', email: '', phone: '', password: '' })).sort()).toEqual([
      'email',
      'name',
      'password',
      'phone',
    ]))
  it.each(['12345', 'ring twice', '98450 12345 or so', '+'])(
    'takes %j for no phone number, in the page already',
    (phone) => expect(fields({ phone })).toEqual({ phone: phoneWanted }),
  )
  it.each(['98450 12345', '+44 20 7946 0018', '(080) 2345-6789', '0044 20 7946 0018', '1800 123 4567'])(
    'takes %j for one',
    (phone) => expect(fields({ phone })).toEqual({}),
  )

  it('trims, and writes the address in small letters', () =>
    expect(
      registration.parse({
        ...form,
        name: '  Asha Rao ',
        email: ' Asha@NeelgiriLooms.Example ',
        phone: ' 090000 00021 ',
      }),
    ).toEqual(form))
  it('leaves the password exactly as it was chosen', () =>
    expect(registration.parse({ ...form, password: '  Twelve Looms  ' }).password).toBe('  Twelve Looms  '))
  // spec: 3.5
  it('says what is missing, field by field', () =>
    expect(fields({ name: undefined, email: undefined, phone: undefined, password: undefined })).toEqual({
      name: 'Please enter your name',
      email: 'Please enter your email address',
      phone: 'Please enter your phone number',
      password: 'Please choose a password',
    }))
  it('says what is empty, field by field', () =>
    expect(fields({ name: ' ', email: ' ', phone: ' ', password: '' })).toEqual({
      name: 'Please enter your name',
      email: 'Please enter an email address',
      phone: 'Please enter your phone number',
      password: 'Please use at least 10 characters',
    }))
  it('does not take who they are for a password', () =>
    expect(fields({ password: 'Asha.Rao.1990' })).toEqual({
      password: 'Your password can’t be your name or email address',
    }))
  it.each(['മാളവിക', 'नेहा शर्मा', 'O’Brien-D’Souza', 'Q', 'कर्\u200dनल'])('takes %s for a name', (name) =>
    expect(fields({ name })).toEqual({}),
  )
  it.each([
    ['\u200b', 'Please enter your name'],
    ['-', 'Please enter your name'],
    ['Asha\nBcc: all', 'Please remove the line breaks from your name'],
    ['Asha\u0000', 'Please remove the line breaks from your name'],
    ['A'.repeat(121), 'Please use at most 120 characters'],
    [{ toString: 'x' }, 'Please enter your name'],
  ])('does not take %j for a name', (name, message) => expect(fields({ name })).toEqual({ name: message }))
  it.each(['asha', 'asha@', '@example', 'a b@c.example', 'asha@example.com\nx', `${'a'.repeat(250)}@b.example`])(
    'does not take %j for an email address',
    (email) => expect(fields({ email })).toEqual({ email: 'Please enter an email address' }),
  )
  it('takes what is pasted with unseen marks without them', () => {
    const pasted = {
      name: '\u2068Asha\u202e Rao\u2069',
      email: '\ufeffasha@example.com\u200b',
      phone: '\u202a98450 12345\u202c ',
    }
    const { data } = registration.safeParse({ ...pasted, password: 'bread-at-six-gone-by-ten' })
    expect(data).toMatchObject({ name: 'Asha Rao', email: 'asha@example.com', phone: '98450 12345' })
  })
  it('does not take a page of digits for a phone number', () =>
    expect(fields({ phone: '9'.repeat(33) })).toEqual({ phone: 'Please enter a phone number' }))
})
