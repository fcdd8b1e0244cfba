import { businessOf, projectName } from '#domain/order/project-name.ts'
import { statusSummary } from '#domain/order/turn.ts'
import { PageTitle } from '#web/kit/Page.tsx'
import { sinceDay } from '#web/kit/time.ts'
import { ActionItems } from './ActionItems.tsx'
import { Answers } from './Answers.tsx'
import { ContactDetails } from './ContactDetails.tsx'
import { type ShownOrder, useShownOrder } from './context.ts'
import { Conversation } from './conversation/Conversation.tsx'
import { Designs } from './Designs.tsx'
import { Marked } from './Marked.tsx'
import { ProgressList } from './ProgressList.tsx'
import { WhatChanged } from './WhatChanged.tsx'
import { WhoIsHere } from './WhoIsHere.tsx'

/** Where the project stands: the steps, the drawing, what was said, what was answered, whom to reach. */
export function Overview() {
  const { order, viewer, controls, revision, isPast } = useShownOrder()
  const { title: is, next } = statusSummary(order, viewer.role, sinceDay)
  const open = order.status === 'open'
  return (
    <>
      <PageTitle
        title={is}
        next={next}
        day={order.lastAt}
        eyebrow={
          <>
            <OrderTitle /> <WhoIsHere />
          </>
        }
      />
      <ActionItems />
      <WhatChanged />
      <ProgressList />
      {controls && (open ? <controls.CloseOrder /> : <controls.ReopenOrder />)}
      <Designs />
      {/* Which of its lines are shown is chosen anew at each moment of the past. */}
      <Conversation key={isPast ? revision : 'now'} />
      <Answers />
      <ContactDetails />
      {controls && open && <controls.RenameOrder />}
    </>
  )
}

/** What the project is called: to its client by the business, with its number beside it; to the agency by its title. */
function OrderTitle() {
  const { order, viewer } = useShownOrder()
  const { name, number } = titleOf(order, viewer)
  return (
    <span className="order-title">
      <Marked of={(order) => titleOf(order, viewer).name}>{name}</Marked>
      {number && (
        <>
          {' '}
          <small>{number}</small>
        </>
      )}
    </span>
  )
}

function titleOf(order: ShownOrder['order'], viewer: ShownOrder['viewer']): { name: string; number?: string } {
  if (viewer.role === 'admin') return { name: order.title }
  return projectName({ ...order, business: businessOf(order.questions) })
}
