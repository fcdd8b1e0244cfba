import { useRef, useState } from 'react'
import { call } from '#web/api.ts'
import { Row, SectionHeader } from '#web/kit/Page.tsx'
import { toast, toastFailure } from '#web/kit/toast.ts'
import '#web/kit/Choice.css'

/** The channels of notifications about projects. */
export type NotificationChannels = { mail: boolean; push: boolean }

const words: Record<keyof NotificationChannels, string> = {
  mail: 'By email: one summary, within a few minutes',
  push: 'On my devices: immediately',
}

/**
 * Ticks that are kept as they are made; one that could not be kept goes back. Only the one that was made is sent: what
 * was chosen on another device stays, and is shown by the answer. A concurrent change of the same tick has the same
 * value.
 */
export function Notifications({ chosen }: { chosen: NotificationChannels }) {
  const [ways, setWays] = useState(chosen)
  const latest = useRef<object>(undefined)

  async function choose(way: keyof NotificationChannels, tick: boolean) {
    const choice = {}
    latest.current = choice
    setWays((ways) => ({ ...ways, [way]: tick }))
    try {
      const { message, mail, push } = await call('chooseNotifications', { body: { [way]: tick } })
      if (latest.current === choice) setWays({ mail, push }) // else another tick is on its way already
      toast.success(message)
    } catch (error) {
      setWays((ways) => ({ ...ways, [way]: !tick }))
      toastFailure(error)
    }
  }

  return (
    <section aria-label="Notifications">
      <SectionHeader title="Notifications" />
      <Row className="setting" note="Not for your own changes, and not while you have the project open.">
        <fieldset className="ways">
          <legend className="setting-says">Notify me about activity in my projects</legend>
          {(['mail', 'push'] as const).map((way) => (
            <label className="choice" key={way}>
              <input type="checkbox" checked={ways[way]} onChange={({ target }) => choose(way, target.checked)} />
              {words[way]}
            </label>
          ))}
        </fieldset>
      </Row>
    </section>
  )
}
