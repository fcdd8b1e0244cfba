import { hash, verify } from '@node-rs/argon2'

/** An encoded argon2id hash, with the library's parameters (19 MiB, two passes: OWASP's recommendation). */
export const hashPassword = (password: string): Promise<string> => hash(password)

// Something to compare with when there is no account, so that the answer takes as long as for a wrong password.
const nobody = hash('there is no account with this password')

/** Whether the password fits. Takes as long for an account that does not exist (an empty hash). */
export async function passwordFits(passwordHash: string, password: string): Promise<boolean> {
  const fits = await verify(passwordHash || (await nobody), password)
  return fits && passwordHash !== ''
}
