import { Link } from 'react-router-dom'
import { shortestPassword } from '#domain/account/password.ts'
import { registration } from '#domain/account/register.ts'
import { Button } from '#web/kit/Button.tsx'
import { Field, PasswordField } from '#web/kit/Field.tsx'
import { Form } from '#web/kit/Form.tsx'
import { Leaf, Line, Says } from '#web/kit/Leaf.tsx'
import { Head } from '#web/shell/Head.tsx'
import { useEntry } from './useEntry.ts'
import './account.css'

export function Component() {
  const { enter, correct, errors, pending } = useEntry(registration, '/api/register')
  return (
    <Leaf>
      <Head title="Register" noindex />
      <Says is="A page of your own." next="Four lines, and it is open." />
      <Line className="account">
        <Form label="Register" onSubmit={enter} onInput={correct}>
          <Field name="name" label="Full Name" autoComplete="name" error={errors.name} required />
          <Field
            name="phone"
            label="Phone Number"
            type="tel"
            autoComplete="tel"
            hint="Outside India, with the country code: +44 20 7946 0018."
            error={errors.phone}
            required
          />
          <Field name="email" label="Email Address" type="email" autoComplete="email" error={errors.email} required />
          <PasswordField
            name="password"
            label="Password"
            autoComplete="new-password"
            hint={`At least ${shortestPassword} characters. A few words you will remember do well.`}
            error={errors.password}
            required
          />
          <div className="account-acts">
            <Button pending={pending}>Register</Button>
            <p>
              Registered already? <Link to="/login">Login</Link>
            </p>
          </div>
        </Form>
      </Line>
    </Leaf>
  )
}

export { Failure as ErrorBoundary } from '#web/shell/Failure.tsx'
