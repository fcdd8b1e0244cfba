import { statusSummary } from '#domain/order/sentences.ts'
import { PageTitle } from '#web/kit/Page.tsx'
import { ActionItems } from './ActionItems.tsx'
import { Answers } from './Answers.tsx'
import { ContactDetails } from './ContactDetails.tsx'
import { useShownOrder } from './context.ts'
import { Conversation } from './conversation/Conversation.tsx'
import { Designs } from './Designs.tsx'
import { ProgressList } from './ProgressList.tsx'
import { WhatChanged } from './WhatChanged.tsx'
import { WhoIsHere } from './WhoIsHere.tsx'

/** Where the project stands: the steps, the drawing, what was said, what was answered, whom to reach. */
export function Overview() {
  const { order, viewer, controls } = useShownOrder()
  const { title: is, next } = statusSummary(order, viewer.role)
  const open = order.status === 'open'
  return (
    <>
      <PageTitle
        title={is}
        next={next}
        day={order.lastAt}
        eyebrow={
          <>
            <span className="order-title">{order.title}</span> <WhoIsHere />
          </>
        }
      />
      <ActionItems />
      <WhatChanged />
      <ProgressList />
      {controls && (open ? <controls.CloseOrder /> : <controls.ReopenOrder />)}
      <Designs />
      <Conversation />
      <Answers />
      <ContactDetails />
      {controls && open && <controls.RenameOrder />}
    </>
  )
}
