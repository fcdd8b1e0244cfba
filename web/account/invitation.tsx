import { useParams } from 'react-router-dom'
import { acceptanceInput } from '#domain/account/accept-invitation.ts'
import { Button } from '#web/kit/Button.tsx'
import { Form } from '#web/kit/Form.tsx'
import { Page, PageTitle, Row } from '#web/kit/Page.tsx'
import { Head } from '#web/shell/Head.tsx'
import { NewPassword } from './NewPassword.tsx'
import { PersonFields } from './PersonFields.tsx'
import { useAccountForm } from './useAccountForm.ts'
import './account.css'

/** Behind the link of an invitation: its reader becomes an admin. */
export function Component() {
  const { token } = useParams()
  const { submit, correct, errors, pending } = useAccountForm(acceptanceInput, 'acceptInvitation')
  return (
    <Page>
      <Head title="Invitation" noindex />
      <PageTitle title="You are invited to keep the book." next="Say who you are." />
      <Row className="account">
        <Form label="Invitation" onSubmit={(entries) => submit({ ...entries, token: token! })} onInput={correct}>
          <PersonFields errors={errors} />
          <NewPassword label="Password" error={errors.password} />
          <div className="account-acts">
            <Button pending={pending}>Make my account</Button>
            <p>Your email address is the one the invitation came to.</p>
          </div>
        </Form>
      </Row>
    </Page>
  )
}

export { Failure as ErrorBoundary } from '#web/shell/Failure.tsx'
