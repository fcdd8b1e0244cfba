import { useState } from 'react'
import { Button } from '#web/kit/Button.tsx'
import { Row } from '#web/kit/Page.tsx'
import { toast, toastFailure } from '#web/kit/toast.ts'
import { useHydrated } from '#web/kit/useHydrated.ts'
import { choiceOf, choose, isPushSupported, subscribe } from './push.ts'
import './EnableNotifications.css'

/** Offers, once, to tell the person on this device what is written in their projects. The browser asks after the click. */
export function EnableNotifications({ userId }: { userId: string }) {
  const isOpen = () => isPushSupported() && choiceOf(userId) === undefined && Notification.permission !== 'denied'
  const [offered, setOffered] = useState(isOpen)
  const [pending, setPending] = useState(false)
  if (!useHydrated() || !offered) return null

  const accept = () => {
    setPending(true)
    subscribe(userId)
      .then(toast.success)
      .catch((error: Error) => toastFailure(error, error.message))
      .finally(() => {
        setPending(false)
        setOffered(isOpen())
      })
  }
  const decline = () => {
    choose(userId, 'no')
    setOffered(false)
  }
  return (
    <Row className="tell-me" bodyClass="row items-center">
      <p className="ink-2">Get a notification on this device when there is news?</p>
      <Button kind="line" small pending={pending} onClick={accept}>
        Turn on notifications
      </Button>
      <Button kind="line" small onClick={decline}>
        Not now
      </Button>
    </Row>
  )
}
