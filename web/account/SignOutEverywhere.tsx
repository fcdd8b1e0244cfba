import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { call } from '#web/api.ts'
import { Button } from '#web/kit/Button.tsx'
import { Row, SectionHeader } from '#web/kit/Page.tsx'
import { toast, toastFailure } from '#web/kit/toast.ts'
import { leave } from '#web/shell/belongings.ts'
import { renewSession } from '#web/shell/session.ts'

/** Ends every session of the person: a telephone was lost, a computer was borrowed. */
export function SignOutEverywhere() {
  const [pending, setPending] = useState(false)
  const navigate = useNavigate()

  async function signOut() {
    setPending(true)
    try {
      const { message } = await leave(() => call('signOutEverywhere'))
      toast.success(message)
      await renewSession()
      await navigate('/login')
    } catch (error) {
      toastFailure(error)
      setPending(false)
    }
  }

  return (
    <section aria-label="Sessions">
      <SectionHeader title="Sessions" />
      <Row className="setting">
        <p className="setting-says">
          A lost telephone, a borrowed computer: this logs you out wherever you are logged in, here too.
        </p>
        <Button type="button" kind="void" pending={pending} onClick={signOut}>
          Sign out everywhere
        </Button>
      </Row>
    </section>
  )
}
