import type { AppContext } from '#api/app-context.ts'
import { linkOrigin } from '#api/http/origin.ts'
import type { Routes } from '#api/http/router.ts'
import { accountKeyIn, digestOf, keyedDigest, repeatableSecret } from '#api/secrets.ts'
import { type Account, isRegistered, nameInMail, personOf } from '#domain/account/account.ts'
import { accountCommands, accounts } from '#domain/account/actions.ts'
import { addressChangeFor, formerAddressesOf, noAddressChange, noAddressUndo } from '#domain/account/address-change.ts'
import { addressTaken } from '#domain/account/register.ts'
import { Invalid, WrongLink } from '#domain/command.ts'
import { addressUndoTokens } from '#infra/address-proof.ts'
import { isSame } from '#infra/secret.ts'
import { requirePassword } from './passwords.ts'

/** The change of an email address: asked for with the password, done by a link to the new one, undone by a link to the old one. */
export function addressChangeRoutes(context: AppContext) {
  const { handler, addresses, settings, mailer, compose, now, secret: serverSecret } = context
  const linkSecret = keyedDigest(serverSecret, 'address change')
  const undoToken = addressUndoTokens(serverSecret)
  const time = () => new Date(now()).toISOString()

  /** Whether someone has an account with an address: as a registration would say. */
  async function isTaken(email: string): Promise<boolean> {
    const id = await addresses.find(email)
    return id !== undefined && isRegistered((await handler.load(accounts, id)).state)
  }

  return {
    async requestAddressChange({ body: { email, password }, person, account, request, execute }) {
      const origin = linkOrigin(request, settings)
      const checked = await requirePassword(account, password)
      if (email !== account.email && (await isTaken(email))) throw new Invalid({ email: addressTaken })
      const secret = repeatableSecret(request, linkSecret, person.id, email)
      const tokenHash = digestOf(secret)
      const input = { email, tokenHash, checked }
      const { message } = await execute(accountCommands.requestAddressChange, person.id, input)
      const link = `${origin}/change-address/${person.id}.${secret}`
      const mail = await compose('newAddress', { name: nameInMail(account, false), link }, origin)
      await mailer.send({ to: email, ...mail, key: tokenHash }, { awaited: true })
      return { message }
    },

    async changeAddress({ body: { token }, response, execute }) {
      const { id, secret, account } = await accountOf(token, noAddressChange)
      response.locals.audited.account = id
      const tokenHash = digestOf(secret)
      const change = addressChangeFor(account, tokenHash, time())
      if (change) await addresses.take(change.email, id)
      const { message } = await execute(accountCommands.changeAddress, id, { tokenHash }, { by: personOf(id, account) })
      return { message }
    },

    async undoAddressChange({ body: { token }, response, execute, recorded }) {
      const { id, account } = await accountOf(token, noAddressUndo)
      response.locals.audited.account = id
      const by = personOf(id, account)
      // A repetition of the request has taken the address from those of before.
      const repeated = await recorded(accountCommands.undoAddressChange, id, { by })
      const undo = async () => {
        const former = formerAddressesOf(account, time()).find((each) => isSame(undoToken(id, each), token))
        if (!former) throw new WrongLink(noAddressUndo)
        return execute(accountCommands.undoAddressChange, id, { email: former.email }, { by })
      }
      const { message } = await (repeated ?? undo)()
      return { message }
    },
  } satisfies Partial<Routes>

  /** The account that a link names, and the secret in it. Throws `WrongLink` with this message where it names none. */
  async function accountOf(token: string, refusal: string): Promise<{ id: string; secret: string; account: Account }> {
    const key = accountKeyIn(token)
    if (!key) throw new WrongLink(refusal)
    return { ...key, account: (await handler.load(accounts, key.id, { current: true })).state }
  }
}
