import { lazy, Suspense } from 'react'
import { listed } from '#domain/count.ts'
import { businessOf, projectName } from '#domain/order/project-name.ts'
import { useAgencyName } from '#web/live/agency.ts'
import { usePresence } from '#web/live/presence.ts'
import { useShownOrder } from '#web/order/context.ts'
import { Conversation } from '#web/order/conversation/Conversation.tsx'
import { ActionItems } from './ActionItems.tsx'
import { Answers } from './Answers.tsx'
import { ContactDetails } from './ContactDetails.tsx'
import { Designs } from './Designs.tsx'
import { Marked } from './Marked.tsx'
import { NextStep } from './NextStep.tsx'
import { ProgressList } from './ProgressList.tsx'
import { Road } from './Road.tsx'
import './WhoIsHere.css'

/** The changes since the last visit, loaded for someone who comes back; the page does without if that fails. */
const WhatChanged = lazy(() =>
  import('./WhatChanged.tsx').then(
    ({ WhatChanged }) => ({ default: WhatChanged }),
    () => ({ default: () => null }),
  ),
)

/** Where the project stands: the steps, the drawing, what was said, what was answered, whom to reach. */
export function Overview() {
  const { order, controls, revision, isPast, compared, lastVisit } = useShownOrder()
  const open = order.status === 'open'
  return (
    <>
      <NextStep
        eyebrow={
          <>
            <OrderTitle /> <WhoIsHere />
          </>
        }
      />
      {order.status === 'open' && <Road />}
      <ActionItems />
      {lastVisit && (
        <Suspense>
          <WhatChanged />
        </Suspense>
      )}
      <ProgressList />
      {controls && (open ? <controls.CloseOrder /> : <controls.ReopenOrder />)}
      <Designs />
      {/* Which of its lines are shown is chosen anew at each moment of the past. */}
      <Conversation key={isPast ? `${revision} ${compared?.displayedAnew}` : 'now'} />
      <Answers />
      <ContactDetails />
      {controls && open && <controls.RenameOrder />}
    </>
  )
}

/** The name of the project: to its client by the business, with its number beside it; to the agency by its title. */
function OrderTitle() {
  const { order, viewer } = useShownOrder()
  const called = projectName({ ...order, business: businessOf(order.questions) })
  const { name, number } = viewer.role === 'client' ? called : { name: order.title, number: undefined }
  return (
    <span className="order-title">
      <Marked select={({ title }) => title}>{name}</Marked>
      {number && (
        <>
          {' '}
          <small className="pencil text-1">{number}</small>
        </>
      )}
    </span>
  )
}

/** Shows who else has the order open at the moment: to an admin by name, to the client that the agency does. */
export function WhoIsHere() {
  const { id, viewer, isPast } = useShownOrder()
  const presence = usePresence(id)
  const agency = useAgencyName()
  if (!presence || isPast) return null
  const names = viewer.role === 'admin' ? presence.people.map(({ name }) => name) : presence.agency ? [agency] : []
  if (names.length === 0) return null
  return (
    <span className="here">
      {names.length === 1 ? `${names[0]} is viewing this` : `${listed(names)} are viewing this`}
    </span>
  )
}
