import { Link } from 'react-router-dom'
import { credentials } from '#domain/account/log-in.ts'
import { Button } from '#web/kit/Button.tsx'
import { Field, PasswordField } from '#web/kit/Field.tsx'
import { Form } from '#web/kit/Form.tsx'
import { Leaf, Line, Says } from '#web/kit/Leaf.tsx'
import { Head } from '#web/shell/Head.tsx'
import { useEntry } from './useEntry.ts'
import './account.css'

export function Component() {
  const { submit, correct, errors, pending } = useEntry(credentials, 'login')
  return (
    <Leaf>
      <Head title="Login" />
      <Says is="Welcome back." next="Your pages are where you left them." />
      <Line className="account">
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
      </Line>
    </Leaf>
  )
}

export { Failure as ErrorBoundary } from '#web/shell/Failure.tsx'
