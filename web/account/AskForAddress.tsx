import { useState } from 'react'
import { Button } from '#web/kit/Button.tsx'
import { Row } from '#web/kit/Page.tsx'
import { localStore } from '#web/kit/storage.ts'
import { useHydrated } from '#web/kit/useHydrated.ts'
import { useSession } from '#web/shell/session.ts'
import { viewedClient } from '#web/view-as.ts'
import { useSendLink } from './useSendLink.ts'
import './EnableNotifications.css'

const keyOf = (userId: string) => `address-asked:${userId}`

/** Asks a client, once a login, to confirm the address that they registered with; the settings have it as well. */
export function AskForAddress() {
  const { user } = useSession()
  const [prompted, setPrompted] = useState(() => !user || user.proven || localStore.get(keyOf(user.id)) !== undefined)
  const { send, pending } = useSendLink()
  const isTakenOver = useHydrated() // whether they were asked already, their browser knows (public/theme.js)
  if (!user || user.proven || (prompted && isTakenOver) || viewedClient !== undefined) return null

  const done = () => {
    localStore.set(keyOf(user.id), 'yes')
    setPrompted(true)
  }
  return (
    <Row className="tell-me asks-for-address" bodyClass="row items-center">
      <p className="ink-2">
        Please confirm that <bdi>{user.email}</bdi> is your email address. We’ll send you a link.
      </p>
      <Button kind="line" small pending={pending} onClick={async () => (await send()) && done()}>
        Send the link
      </Button>
      <Button kind="line" small onClick={done}>
        Confirm later
      </Button>
    </Row>
  )
}
