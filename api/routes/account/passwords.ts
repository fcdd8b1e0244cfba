import { readFile } from 'node:fs/promises'
import { wrongPassword } from '#domain/account/change-password.ts'
import { dictionaryForms, isMadeOf, isPersonal, tooCommon, tooNear, tooPersonal } from '#domain/account/password.ts'
import { Invalid, WrongCredential } from '#domain/command.ts'

/** One on each line. Read when a password is chosen, which is seldom, and not kept. */
const commonPasswords = new URL('common-passwords.txt', import.meta.url)

/**
 * Throws `Invalid`, which names the field, for a password that attackers try first. That is one of the commonest, or
 * made of the name or address of its holder, the site or the agency.
 */
export async function refuseGuessable(
  password: string,
  holder: { name: string; email: string },
  agency: string,
): Promise<void> {
  if (isPersonal(password, holder)) throw new Invalid({ password: tooPersonal })
  if (isMadeOf(password, ['atelier', agency, ...agency.split(/\s+/u)])) throw new Invalid({ password: tooNear })
  const common = await readFile(commonPasswords, 'utf8')
  if (dictionaryForms(password).some((each) => common.includes(`\n${each}\n`)))
    throw new Invalid({ password: tooCommon })
}

// Loaded with the first password, so that a start need not wait for it.
const argon2 = () => import('@node-rs/argon2')

/**
 * The parameters of new hashes: the library's (19 MiB, two passes: OWASP's recommendation). Tests, which log in
 * thousands of times, set less; nothing else may.
 */
export const hashing: { memoryCost?: number; timeCost?: number } = {}

/** An encoded argon2id hash. Hashes and checks the NFKC form: keyboards may encode the same letters differently. */
export const hashPassword = async (password: string): Promise<string> =>
  (await argon2()).hash(password.normalize('NFKC'), hashing)

// The hash of discarded random bytes, with the library's parameters. It is compared when there is no account, so that
// the answer takes as long as for a wrong password.
const dummyHash = '$argon2id$v=19$m=19456,t=2,p=1$1rPjS7hv1LdHzbi9WmE9KQ$bZojzOqqtHgRseE7Ym/Ef3CdSFbgH3ETkalxG+vrdoc'

/** Whether the password fits. Takes as long for an account that does not exist (an empty hash). */
export async function passwordFits(passwordHash: string, password: string): Promise<boolean> {
  const fits = await (await argon2()).verify(passwordHash || dummyHash, password.normalize('NFKC'))
  return fits && passwordHash !== ''
}

/** Throws `WrongCredential`, which names the field, unless the password is this account's. Returns the hash that it fits. */
export async function requirePassword(
  { passwordHash }: { passwordHash: string },
  password: string,
  field = 'password',
): Promise<string> {
  if (!(await passwordFits(passwordHash, password))) throw new WrongCredential({ [field]: wrongPassword })
  return passwordHash
}
