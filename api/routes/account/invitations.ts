import type { Request, Response } from 'express'
import type { AppContext } from '#api/app-context.ts'
import { linkOrigin } from '#api/http/origin.ts'
import type { Execute } from '#api/http/router.ts'
import { digestOf, keyedDigest } from '#api/secrets.ts'
import { accountCommands } from '#domain/account/actions.ts'
import type { Person, Role } from '#domain/event.ts'
import { leads } from '#domain/lead/actions.ts'
import { whyInvited } from '#domain/mail/mails.ts'
import { newSecret } from '#infra/secret.ts'

type Invited = { role: Role; email: string; name?: string | undefined; phone?: string | undefined }
type Asking = { person: Person; request: Request; response: Response; execute: Execute }

export type Invitations = ReturnType<typeof createInvitations>

/** Invites people by a link that is mailed to them. */
export function createInvitations(context: AppContext) {
  const { addresses, handler, mailer, compose, settings, secret: serverSecret } = context
  const linkSecret = keyedDigest(serverSecret, 'invitation')

  async function clientMail(id: string, values: { inviter: string; link: string }, origin: string) {
    const { state: lead } = await handler.load(leads, id)
    const because = lead.submissions > 0 ? whyInvited.prices : whyInvited.typed
    return compose('clientInvitation', { ...values, because }, origin)
  }

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
          ? await execute(accountCommands.inviteAdmin, id, { email, tokenHash }, { ignoreIfMatch: true })
          : await execute(accountCommands.inviteClient, id, { email, tokenHash, ...known }, { ignoreIfMatch: true })
      const values = { inviter: person.name, link: `${origin}/invitation/${id}.${secret}` }
      const mail = role === 'admin' ? await compose('invitation', values, origin) : await clientMail(id, values, origin)
      await mailer.send({ to: email, ...mail, key: tokenHash }, { awaited: true })
      return message
    },
  }
}
