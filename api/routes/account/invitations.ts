import type { Request, Response } from 'express'
import type { AppContext } from '#api/app-context.ts'
import { linkOrigin } from '#api/http/origin.ts'
import type { Execute } from '#api/http/router.ts'
import { digestOf, keyedDigest } from '#api/secrets.ts'
import { accountCommands } from '#domain/account/actions.ts'
import type { Person, Role } from '#domain/event.ts'
import { newSecret } from '#infra/secret.ts'

type Invited = { role: Role; email: string; name?: string | undefined; phone?: string | undefined }
type Asking = { person: Person; request: Request; response: Response; execute: Execute }

export type Invitations = ReturnType<typeof createInvitations>

/** Invites people by a link that is mailed to them. */
export function createInvitations({ addresses, mailer, compose, settings, secret: serverSecret }: AppContext) {
  const linkSecret = keyedDigest(serverSecret, 'invitation')

  return {
    /** Records the invitation, and sends its mail. Throws what the command throws, and `Unavailable`. */
    async invite({ role, email, ...known }: Invited, { person, request, response, execute }: Asking): Promise<string> {
      const origin = linkOrigin(request, settings) // before anything is recorded that could not be told
      const id = await addresses.claim(email)
      response.locals.audited.about = id
      // The same request makes the same link, so that one whose mail did not go out is sent again as it was.
      const key = request.get('Idempotency-Key')
      const secret = key === undefined ? newSecret() : linkSecret(person.id, id, key)
      const tokenHash = digestOf(secret)
      const { message } =
        role === 'admin'
          ? await execute(accountCommands.inviteAdmin, id, { email, tokenHash }, { elsewhere: true })
          : await execute(accountCommands.inviteClient, id, { email, tokenHash, ...known }, { elsewhere: true })
      const link = `${origin}/invitation/${id}.${secret}`
      const name = role === 'admin' ? 'invitation' : 'clientInvitation'
      const mail = await compose(name, { inviter: person.name, link }, origin)
      await mailer.send({ to: email, ...mail, key: tokenHash }, { awaited: true })
      return message
    },
  }
}
