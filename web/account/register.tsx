import { Link } from 'react-router-dom'
import { registration } from '#domain/account/register.ts'
import { Button } from '#web/kit/Button.tsx'
import { Form } from '#web/kit/Form.tsx'
import { AccountPage } from './AccountPage.tsx'
import { NewPassword, PersonFields } from './PersonFields.tsx'
import { useAccountForm } from './useAccountForm.ts'

export function Component() {
  const { submit, correct, field, pending } = useAccountForm(registration, 'register', { beside: { 409: 'email' } })
  return (
    <AccountPage head={{ title: 'Register', noindex: true }} title="Create your account." next="It takes a minute.">
      <Form label="Register" onSubmit={submit} onInput={correct}>
        <PersonFields field={field} withEmail />
        <NewPassword label="Password" {...field('password')} />
        <div className="account-acts">
          <Button pending={pending}>Register</Button>
          <p>
            Already registered? <Link to="/login">Login</Link>
          </p>
        </div>
      </Form>
    </AccountPage>
  )
}
