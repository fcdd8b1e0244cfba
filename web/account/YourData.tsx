import { useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { type ErasureConfirmation, erasureConfirmation } from '#domain/account/erase-account.ts'
import type { WireErasure } from '#domain/contract/personal-data.ts'
import { call } from '#web/api.ts'
import { HttpError } from '#web/http.ts'
import { Button } from '#web/kit/Button.tsx'
import { Row, TitledSection } from '#web/kit/Page.tsx'
import { toast } from '#web/kit/toast.ts'
import { endSession } from '#web/shell/session.ts'
import { DownloadData } from './personal-data/DownloadData.tsx'
import { Erasure } from './personal-data/Erasure.tsx'
import { PasswordDialog } from './personal-data/PasswordDialog.tsx'

/** The rights that the law gives a person: all their data as a file, and erasure. `erasure` is a client’s own. */
export function YourData({ erasure }: { erasure: WireErasure | undefined }) {
  return (
    <TitledSection title="Your data">
      <Row className="setting">
        <p className="setting-says">
          Download everything we hold about you in one file: profile, answers, messages and files.
        </p>
        <DownloadData />
      </Row>
      {erasure && <EraseMyself erasure={erasure} />}
    </TitledSection>
  )
}

const probablyErased = 'Your personal data is being deleted. If you can still log in, please delete it again.'

function EraseMyself({ erasure }: { erasure: WireErasure }) {
  const [asking, setAsking] = useState(false)
  const isUnsure = useRef(false)
  const navigate = useNavigate()
  async function send(body: ErasureConfirmation): Promise<{ message: string }> {
    try {
      return await call('eraseMyAccount', { body })
    } catch (error) {
      if (!(error instanceof HttpError)) throw error
      // The erasure ended the session, where a try that got no answer has done it.
      if (error.status === 401 && isUnsure.current) return { message: probablyErased }
      if (error.isUnsure || error.status >= 500) isUnsure.current = true
      if (error.status === 400) isUnsure.current = false // a wrong password: the account is there
      throw error
    }
  }
  async function erase(body: ErasureConfirmation) {
    const { message } = await endSession(
      () => send(body),
      () => isUnsure.current && toast.success(probablyErased),
    )
    toast.success(message)
    await navigate('/')
  }
  return (
    <Row className="setting">
      <p className="setting-says">
        {erasure.refusal ?? 'Delete your account and all your personal data. This can’t be undone.'}
      </p>
      {erasure.refusal === undefined && (
        <Button kind="void" onClick={() => setAsking(true)}>
          Delete my account
        </Button>
      )}
      {asking && (
        <PasswordDialog
          title="Delete your account and data?"
          typed={erasure.email}
          yes="Delete permanently"
          kind="void"
          input={erasureConfirmation}
          send={erase}
          onClose={() => setAsking(false)}
        >
          <Erasure erasure={erasure} own />
        </PasswordDialog>
      )}
    </Row>
  )
}
