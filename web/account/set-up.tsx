import { useParams } from 'react-router-dom'
import { setUpForm } from '#domain/account/set-up.ts'
import { Button } from '#web/kit/Button.tsx'
import { Form } from '#web/kit/Form.tsx'
import { AccountPage } from './AccountPage.tsx'
import { NewPassword, PersonFields } from './PersonFields.tsx'
import { useAccountForm } from './useAccountForm.ts'

/** Behind the link that the server prints at its first start: it makes the first admin. */
export function Component() {
  const { token } = useParams()
  const { submit, correct, field, pending } = useAccountForm(setUpForm, 'setUpAdmin')
  return (
    <AccountPage
      head={{ title: 'Set up', noindex: true }}
      title="Set up your agency."
      next="Create the first admin account."
    >
      <Form label="Set up" onSubmit={(entries) => submit({ ...entries, token: token! })} onInput={correct}>
        <PersonFields field={field} withEmail />
        <NewPassword label="Password" {...field('password')} />
        <div className="account-acts">
          <Button pending={pending}>Create admin account</Button>
          <p>This link works only once.</p>
        </div>
      </Form>
    </AccountPage>
  )
}
