import { Suspense } from 'react'
import { Link } from 'react-router-dom'
import { registration } from '#domain/account/register.ts'
import type { Asker } from '#domain/site/funnel.ts'
import { NewPassword, PersonFields } from '#web/account/PersonFields.tsx'
import { useAccountForm } from '#web/account/useAccountForm.ts'
import { Button, buttonClass } from '#web/kit/Button.tsx'
import { Form } from '#web/kit/Form.tsx'
import { Row } from '#web/kit/Page.tsx'
import { homeOf } from '#web/shell/guards.ts'
import { useSession } from '#web/shell/session.ts'
import { forgetTicket, ticket } from './counting.ts'
import { Acts, type FunnelScreenProps, Screen } from './Screen.tsx'
import { forgetFunnel } from './storage.ts'

/** An account for who asked for the prices, which is all that is missing before the questionnaire. */
export const Confirm = ({ arrived, funnel }: FunnelScreenProps) => (
  <Screen margin="Step 4" title="Almost done." next="Create your account." arrived={arrived}>
    <Suspense>
      <Register asker={funnel.asker!} />
    </Suspense>
  </Screen>
)

function Register({ asker }: { asker: Asker }) {
  const { user } = useSession()
  const { submit, correct, errors, pending } = useAccountForm(registration, 'register', {
    beside: { 409: 'email' },
    completed: async (data) => ({ ...data, ...(await ticket()) }),
    onDone() {
      forgetFunnel()
      forgetTicket()
    },
  })
  const known = (name: keyof Asker) => ({ defaultValue: asker[name] })
  if (user) {
    return (
      <Acts>
        <Link className={buttonClass()} to={homeOf(user)}>
          Open your dashboard
        </Link>
        <p className="meta">You’re already logged in as {user.name}.</p>
      </Acts>
    )
  }
  return (
    <Form label="Register" onSubmit={submit} onInput={correct}>
      <Row className="funnel-form pt-6 ink-above" bodyClass="grid">
        <div className="funnel-fields">
          <PersonFields errors={errors} withEmail field={known} />
          <NewPassword label="Password" error={errors.password} />
        </div>
      </Row>
      <Acts>
        <Button pending={pending}>Register</Button>
        <p>
          Already registered? <Link to="/login">Login</Link>
        </p>
      </Acts>
    </Form>
  )
}
