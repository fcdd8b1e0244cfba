import { useAgencyName } from '#web/live/agency.ts'
import { usePresence } from '#web/live/presence.ts'
import { useShownOrder } from './context.ts'
import './WhoIsHere.css'

/** Who else has the order open at the moment: to an admin by name, to the client that the agency does. */
export function WhoIsHere() {
  const { id, viewer, isPast } = useShownOrder()
  const presence = usePresence(id)
  const agency = useAgencyName()
  if (!presence || isPast) return null
  const names = viewer.role === 'admin' ? presence.people.map(({ name }) => name) : presence.agency ? [agency] : []
  if (names.length === 0) return null
  return (
    <span className="here wet break-anywhere">
      {new Intl.ListFormat('en').format(names)} {names.length === 1 ? 'is' : 'are'} here
    </span>
  )
}
