import { standing } from '#domain/order/sentences.ts'
import { Says } from '#web/kit/Leaf.tsx'
import { Answers } from './Answers.tsx'
import { useShownOrder } from './context.ts'
import { Conversation } from './conversation/Conversation.tsx'
import { Designs } from './Designs.tsx'
import { Ledger } from './Ledger.tsx'
import { Needs } from './Needs.tsx'
import { Reach } from './Reach.tsx'
import { CloseOrder } from './staff/CloseOrder.tsx'
import { RenameOrder } from './staff/RenameOrder.tsx'
import { ReopenOrder } from './staff/ReopenOrder.tsx'
import { WhatChanged } from './WhatChanged.tsx'
import { lastLine } from './words.ts'

/** Where the project stands: the steps, the drawing, what was said, what was answered, whom to reach. */
export function Overview() {
  const { order, viewer } = useShownOrder()
  const { is, next } = standing(order, viewer.role)
  const admin = viewer.role === 'admin'
  return (
    <>
      <Says is={is} next={next} day={lastLine(order)} kick={<span className="order-title">{order.title}</span>} />
      <Needs />
      <WhatChanged />
      <Ledger />
      {admin && order.status === 'open' && <CloseOrder />}
      {admin && order.status !== 'open' && <ReopenOrder />}
      <Designs />
      <Conversation />
      <Answers />
      <Reach />
      {admin && order.status === 'open' && <RenameOrder />}
    </>
  )
}
