import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { formatMoney } from '#domain/money.ts'
import { completeOrCancel, reopenOrder } from '#domain/order/close-order.ts'
import { type Order, openSteps } from '#domain/order/order.ts'
import { reportedSum } from '#domain/order/payments.ts'
import { stillToPay } from '#domain/order/worklist.ts'
import { Button } from '#web/kit/Button.tsx'
import { Confirm } from '#web/kit/Confirm.tsx'
import { Field } from '#web/kit/Field.tsx'
import { Row } from '#web/kit/Page.tsx'
import { toast } from '#web/kit/toast.ts'
import { useNavigateUnlessLeft } from '#web/kit/unless-left.tsx'
import { CommandForm, useStoredEntries } from '#web/order/CommandForm.tsx'
import { useShownOrder } from '#web/order/context.ts'
import { useOrderCommand } from '#web/order/useOrderCommand.ts'
import '#web/order/CommandForm.css'

/** Completes or cancels an order, once the admin has said so twice. */
export function CloseOrder() {
  const { order } = useShownOrder()
  const { perform, pending } = useOrderCommand(completeOrCancel)
  const [asking, setAsking] = useState<'complete' | 'cancel'>()
  const isSent = useRef(false)
  useNotifyOvertaken(asking !== undefined, isSent)
  const navigate = useNavigateUnlessLeft()
  const open = openSteps(order.steps)
  const left = stillToPay(order)
  const reported = reportedSum(order.payments)
  const against = [
    ...(open.length > 0 ? [`Steps not done: ${open.map(({ value }) => value).join(', ')}.`] : []),
    ...(left > 0 ? [`Still to pay: ${formatMoney(left)}.`] : []),
    ...(reported > 0 ? [`Reported by the client, not checked yet: ${formatMoney(reported)}.`] : []),
  ]

  const close = async (status: 'complete' | 'cancel') => {
    isSent.current = true
    if (await perform({ status })) return navigate('/orders')
    isSent.current = false
    setAsking(undefined)
  }

  return (
    <Row>
      <div className="order-acts row gap-3 pt-5">
        <Button kind="line" data-command="completeOrCancel:complete" onClick={() => setAsking('complete')}>
          Complete order
        </Button>
        <Button kind="void" data-command="completeOrCancel:cancel" onClick={() => setAsking('cancel')}>
          Cancel order
        </Button>
      </div>
      {asking && (
        <Confirm
          question={`Are you sure you want to ${asking} the order`}
          warning={against.length > 0 && against.join(' ')}
          yes={asking === 'complete' ? 'Complete order' : 'Cancel order'}
          kind={asking === 'complete' ? 'solid' : 'void'}
          pending={pending}
          onYes={() => close(asking)}
          onNo={() => setAsking(undefined)}
        />
      )}
    </Row>
  )
}

/** Opens a closed order again, with a reason, once the admin has said so twice. */
export function ReopenOrder() {
  const form = useOrderCommand(reopenOrder)
  const stored = useStoredEntries('reopen-order')
  const { perform, pending } = form
  const [reasonToConfirm, setReasonToConfirm] = useState<string>()
  const isSent = useRef(false)
  useNotifyOvertaken(reasonToConfirm !== undefined, isSent)

  const reopen = async (reason: string) => {
    isSent.current = true
    isSent.current = await perform({ reason })
    if (isSent.current) stored.forget()
    setReasonToConfirm(undefined)
  }

  return (
    <>
      <CommandForm
        command={reopenOrder}
        form={form}
        submitLabel="Reopen order"
        onSubmit={async ({ reason }) => {
          const text = String(reason ?? '')
          // Without a reason there is nothing to confirm: the form says what it lacks.
          if (!text.trim()) return perform({ reason: text })
          setReasonToConfirm(text)
          return false
        }}
        stored={stored}
      >
        <Field
          label="Reason for reopening"
          hint="The client will see this."
          defaultValue={stored.values.reason}
          {...form.field('reason')}
        />
      </CommandForm>
      {reasonToConfirm !== undefined && (
        <Confirm
          question="Are you sure you want to reopen the order"
          yes="Reopen order"
          kind="solid"
          pending={pending}
          onYes={() => reopen(reasonToConfirm)}
          onNo={() => setReasonToConfirm(undefined)}
        />
      )}
    </>
  )
}

/** Says why the question that was asked has gone from the page, where another admin was faster. */
function useNotifyOvertaken(isAsking: boolean, isSent: RefObject<boolean>): void {
  const { order, now } = useShownOrder()
  const notify = useEffectEvent(() => {
    const { status } = now().order
    if (isAsking && !isSent.current && status !== order.status)
      toast.error(`This project has just been ${doneTo[status]}.`)
  })
  useEffect(() => () => notify(), [])
}

const doneTo: Record<Order['status'], string> = { open: 'reopened', completed: 'completed', cancelled: 'cancelled' }
