import { lazy, Suspense } from 'react'
import { statusSummary } from '#domain/order/sentences.ts'
import { PageTitle } from '#web/kit/Page.tsx'
import { CloseOrder } from '../admin/order/CloseOrder.tsx'
import { ReopenOrder } from '../admin/order/ReopenOrder.tsx'
import { ActionItems } from './ActionItems.tsx'
import { Answers } from './Answers.tsx'
import { ContactDetails } from './ContactDetails.tsx'
import { useShownOrder } from './context.ts'
import { Conversation } from './conversation/Conversation.tsx'
import { Designs } from './Designs.tsx'
import { lastLine } from './event-text.ts'
import { ProgressList } from './ProgressList.tsx'
import { WhatChanged } from './WhatChanged.tsx'
import { WhoIsHere } from './WhoIsHere.tsx'

// For admins, at the end of the page: nothing below it moves when it has come.
const RenameOrder = lazy(() =>
  import('../admin/order/RenameOrder.tsx').then(({ RenameOrder }) => ({ default: RenameOrder })),
)

/** Where the project stands: the steps, the drawing, what was said, what was answered, whom to reach. */
export function Overview() {
  const { order, viewer } = useShownOrder()
  const { title: is, next } = statusSummary(order, viewer.role)
  const admin = viewer.role === 'admin'
  return (
    <>
      <PageTitle
        title={is}
        next={next}
        day={lastLine(order)}
        eyebrow={
          <>
            <span className="order-title">{order.title}</span> <WhoIsHere />
          </>
        }
      />
      <ActionItems />
      <WhatChanged />
      <ProgressList />
      {admin && order.status === 'open' && <CloseOrder />}
      {admin && order.status !== 'open' && <ReopenOrder />}
      <Designs />
      <Conversation />
      <Answers />
      <ContactDetails />
      {admin && order.status === 'open' && (
        <Suspense>
          <RenameOrder />
        </Suspense>
      )}
    </>
  )
}
