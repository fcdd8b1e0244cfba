import { createHmac } from 'node:crypto'
import type { FormerAddress } from '#domain/account/account.ts'
import { isSame } from './secret.ts'

/**
 * The links by which people prove their addresses. What one names is signed with the server's own secret, so that nothing of
 * it is stored. The process that sends the mail and the one that the link leads to need not know of each other.
 */
export function addressProofs(serverSecret: string) {
  const key = createHmac('sha256', serverSecret).update('address proof').digest()
  const sign = (text: string) => createHmac('sha256', key).update(text).digest('base64url')

  return {
    /** A token for an account; `expires` is in milliseconds since 1970. */
    tokenFor(accountId: string, expires: number): string {
      const text = `${accountId}.${expires.toString(36)}`
      return `${text}.${sign(text)}`
    },

    /** Whether a token is the account's, and good at a time in milliseconds since 1970. */
    isGood(token: string, accountId: string, now: number): boolean {
      const [, text, id, expires, signature] = /^(([\w-]{1,64})\.([\da-z]{1,12}))\.([\w-]{43})$/.exec(token) ?? []
      if (!text || id !== accountId || Number.parseInt(expires!, 36) <= now) return false
      return isSame(sign(text), signature!)
    },
  }
}

/**
 * The tokens in links that undo a change of address: the account, and a digest of the former address and the link's last
 * moment. The server's own secret keys the digest.
 */
export function addressUndoTokens(serverSecret: string): (accountId: string, former: FormerAddress) => string {
  const key = createHmac('sha256', serverSecret).update('address undo').digest()
  return (id, { email, until }) => {
    const digest = createHmac('sha256', key).update(JSON.stringify([id, email, until]))
    return `${id}.${digest.digest('base64url')}`
  }
}
