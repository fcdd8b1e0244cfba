import { useRevalidator } from 'react-router-dom'
import { changeProfile } from '#domain/account/change-profile.ts'
import type { SessionUser } from '#domain/contract/account.ts'
import { call } from '#web/api.ts'
import { HttpError } from '#web/http.ts'
import { Button } from '#web/kit/Button.tsx'
import { ConflictNote } from '#web/kit/Conflict.tsx'
import { Form } from '#web/kit/Form.tsx'
import { Row, TitledSection } from '#web/kit/Page.tsx'
import type { ServerState } from '#web/kit/synced.ts'
import { loadAgain } from '#web/kit/useChange.ts'
import { check } from '#web/kit/useMutation.ts'
import { useSyncedForm } from '#web/kit/useSyncedForm.ts'
import { announceRenewal } from '#web/shell/belongings.ts'
import { renewSession, useSession } from '#web/shell/session.ts'
import { PersonFields } from './PersonFields.tsx'
import { useSendLink } from './useSendLink.ts'

type Written = { name: string; phone: string }

const serverStateOf = ({ name, phone, revision }: SessionUser): ServerState<Written> => ({
  values: { name, phone },
  revision,
})

/** The form for the person’s name and phone number. */
export function Profile() {
  const { user } = useSession()
  return user && <ProfileOf user={user} />
}

/** Shown to a person who has not proven yet that the address is theirs. */
function ConfirmAddress({ email }: { email: string }) {
  const { send, pending } = useSendLink()
  return (
    <Row className="setting">
      <p className="setting-says">
        <bdi>{email}</bdi> isn’t confirmed yet. Until it is, our emails don’t use your name.
      </p>
      <Button kind="line" pending={pending} onClick={send}>
        Send the link
      </Button>
    </Row>
  )
}

function ProfileOf({ user }: { user: SessionUser }) {
  const { revalidate } = useRevalidator()

  /** The person as the server has them now, in the bar too. */
  async function refresh(): Promise<ServerState<Written>> {
    const { user: now } = await renewSession()
    await revalidate()
    if (!now) throw new HttpError(0, { message: 'We couldn’t load your profile. Please try again.' })
    return serverStateOf(now)
  }

  const form = useSyncedForm({
    serverState: serverStateOf(user),
    async send(changes: Partial<Written>, how, values) {
      await check(changeProfile.input, changes)
      const { message, revision } = await call('updateProfile', { body: changes, ...how })
      announceRenewal()
      await loadAgain(refresh)
      return { message, serverState: { values: { ...values, ...changes }, revision } }
    },
    refresh,
    // No one else changes it.
    writerOf: () => 'You (in another window)',
  })

  return (
    <TitledSection title="Profile">
      {!user.proven && <ConfirmAddress email={user.email} />}
      <Row className="setting">
        <Form label="Profile" onSubmit={form.submit}>
          <PersonFields field={form.field} />
          <div className="account-acts">
            <Button pending={form.pending}>Update profile</Button>
            <ConflictNote form={form} />
          </div>
        </Form>
      </Row>
    </TitledSection>
  )
}
