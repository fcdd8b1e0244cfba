import { Link } from 'react-router-dom'
import { credentials } from '#domain/account/log-in.ts'
import { Button } from '#web/kit/Button.tsx'
import { Field, PasswordField } from '#web/kit/Field.tsx'
import { Form } from '#web/kit/Form.tsx'
import { Page, PageTitle, Row } from '#web/kit/Page.tsx'
import { Head } from '#web/shell/Head.tsx'
import { useAccountForm } from './useAccountForm.ts'
import './account.css'

export function Component() {
  const { submit, correct, errors, pending } = useAccountForm(credentials, 'login')
  return (
    <Page>
      <Head title="Login" />
      <PageTitle title="Welcome back." next="Your pages are where you left them." />
      <Row className="account">
        <Form label="Login" onSubmit={submit} onInput={correct}>
          <Field name="email" label="Email" type="email" autoComplete="username" error={errors.email} required />
          <PasswordField
            name="password"
            label="Password"
            autoComplete="current-password"
            error={errors.password}
            required
          />
          <div className="account-acts">
            <Button pending={pending}>Login</Button>
            <p>
              New here? <Link to="/register">Register now</Link>
            </p>
            <p>
              <Link to="/forgot-password">Forgot password?</Link>
            </p>
          </div>
        </Form>
      </Row>
    </Page>
  )
}

export { Failure as ErrorBoundary } from '#web/shell/Failure.tsx'
