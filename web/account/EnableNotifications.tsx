import { useState } from 'react'
import { AsyncButton, Button } from '#web/kit/Button.tsx'
import { Row } from '#web/kit/Page.tsx'
import { toast, toastFailure } from '#web/kit/toast.ts'
import { useHydrated } from '#web/kit/useHydrated.ts'
import { choiceOf, choose, isPushSupported, subscribe } from './push.ts'
import './EnableNotifications.css'

/** Offers, once, to tell the person on this device what is written in their projects. The browser asks after the click. */
export function EnableNotifications({ userId }: { userId: string }) {
  const isOpen = () => isPushSupported() && choiceOf(userId) === undefined && Notification.permission !== 'denied'
  const [offered, setOffered] = useState(isOpen)
  if (!useHydrated() || !offered) return null

  const accept = async () => {
    await subscribe(userId).then(toast.success, (error: Error) => toastFailure(error, error.message))
    setOffered(isOpen())
  }
  const decline = () => {
    choose(userId, 'no')
    setOffered(false)
  }
  return (
    <Row className="tell-me" bodyClass="row items-center">
      <p className="ink-2">Get a notification on this device when there is news?</p>
      <AsyncButton kind="line" small act={accept}>
        Turn on notifications
      </AsyncButton>
      <Button kind="line" small onClick={decline}>
        Not now
      </Button>
    </Row>
  )
}
