import { useRevalidator } from 'react-router-dom'
import { changeProfile } from '#domain/account/change-profile.ts'
import type { Changed } from '#domain/wire.ts'
import { http } from '#web/http.ts'
import { Button } from '#web/kit/Button.tsx'
import { Form } from '#web/kit/Form.tsx'
import { Line, Rubric } from '#web/kit/Leaf.tsx'
import { toast } from '#web/kit/toast.ts'
import { useForm } from '#web/kit/useForm.ts'
import { renewSession, useSession } from '#web/shell/session.ts'
import { PersonFields } from './PersonFields.tsx'

/** What the person is called, and where they are called. The email address is what they log in with, and stays. */
export function Profile() {
  const { user } = useSession()
  const { revalidate } = useRevalidator()
  const { submit, correct, errors, pending } = useForm(changeProfile.input, async (profile) => {
    const { message } = await http.put<Changed>('/api/update-profile', profile)
    toast.success(message)
    await renewSession()
    await revalidate()
  })
  if (!user) return null
  return (
    <section aria-label="Profile">
      <Rubric title="Profile" />
      <Line className="setting" note={`You log in as ${user.email}. That stays as it is.`}>
        <Form label="Profile" onSubmit={submit} onInput={correct}>
          {/* Begun anew when the server has brought the number into its own form. */}
          <PersonFields key={`${user.name} ${user.phone}`} errors={errors} name={user.name} phone={user.phone} />
          <div>
            <Button pending={pending}>Update profile</Button>
          </div>
        </Form>
      </Line>
    </section>
  )
}
