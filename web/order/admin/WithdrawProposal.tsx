import { useState } from 'react'
import { isAcceptedByPayment, latestVersion } from '#domain/order/proposal-versions.ts'
import { withdrawProposal } from '#domain/order/withdraw-proposal.ts'
import { Button } from '#web/kit/Button.tsx'
import { Confirm } from '#web/kit/Confirm.tsx'
import { useShownOrder } from '#web/order/context.ts'
import { useOrderCommand } from '#web/order/useOrderCommand.ts'

/** Withdraws the version that waits for the client’s answer, once the admin has said so twice. */
export function WithdrawProposal() {
  const { order } = useShownOrder()
  const { perform, pending } = useOrderCommand(withdrawProposal)
  const [asking, setAsking] = useState(false)
  const latest = latestVersion(order)
  if (latest?.state !== 'open' || latest.price === undefined || isAcceptedByPayment(order)) return null
  const withdraw = async () => {
    await perform({ version: latest.version })
    setAsking(false)
  }
  return (
    <>
      <Button type="button" kind="void" small data-command="withdrawProposal" onClick={() => setAsking(true)}>
        Withdraw proposal
      </Button>
      {asking && (
        <Confirm
          question={`Withdraw version ${latest.version} of the proposal?`}
          warning="The client can’t accept it any more. You can write a new version."
          yes="Withdraw proposal"
          kind="void"
          pending={pending}
          onYes={withdraw}
          onNo={() => setAsking(false)}
        />
      )}
    </>
  )
}
