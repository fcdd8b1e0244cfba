import type { WireErasure } from '#domain/contract/personal-data.ts'
import { capitalized, counted } from '#web/orders/number-words.ts'
import './Erasure.css'

/** What goes with a person who is erased, and what stays without them. */
export function Erasure({ erasure: { known, orders, files }, own = false }: { erasure: WireErasure; own?: boolean }) {
  const [their, they] = own ? ['your', 'you'] : ['their', 'they']
  const all = orders.open + orders.closed
  return (
    <dl className="erasure">
      <dt>Goes, for good</dt>
      <dd>
        {known === 'account'
          ? `The account, ${their} name, address and phone number`
          : 'Name, address and phone number'}
        {all > 0 && `; everything written in ${counted(all, 'project')}, by both sides`}
        {files > 0 && `; ${counted(files, 'file')}`}; where {they} logged in from, and what was mailed.
      </dd>
      <dt>Stays, without {own ? 'you' : 'them'}</dt>
      <dd>
        {all > 0
          ? 'That there was a project, its steps with their days, and the amounts of its invoices, which the law wants kept.'
          : `That there was somebody, under a number.`}
      </dd>
      {!own && orders.open > 0 && (
        <>
          <dt>Is cancelled</dt>
          <dd>{capitalized(counted(orders.open, 'open project'))}.</dd>
        </>
      )}
    </dl>
  )
}
