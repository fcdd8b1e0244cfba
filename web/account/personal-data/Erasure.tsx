import type { WireErasure } from '#domain/contract/personal-data.ts'
import { counted } from '#domain/count.ts'
import './PasswordDialog.css'

/** Shows what goes with a person who is erased, and what stays without them. */
export function Erasure({ erasure: { known, orders, files }, own = false }: { erasure: WireErasure; own?: boolean }) {
  const their = own ? 'your' : 'their'
  const all = orders.open + orders.closed
  return (
    <dl className="erasure">
      <dt className="small">Deleted permanently</dt>
      <dd>
        {known === 'account'
          ? `The account, with ${their} name, email address and phone number`
          : 'Name, email address and phone number'}
        {all > 0 && `; all answers, messages and proposals of ${counted(all, 'project')}`}
        {files > 0 && `; ${counted(files, 'file')}`}; login records and emails we sent.
      </dd>
      <dt className="small">Kept, without {own ? 'your' : 'their'} personal data</dt>
      <dd>
        {all > 0
          ? 'The project’s steps with dates, and the invoice amounts, which we must keep by law.'
          : `An anonymous record number.`}
      </dd>
      {!own && orders.open > 0 && (
        <>
          <dt className="small">Cancelled</dt>
          <dd>{counted(orders.open, 'open project')}.</dd>
        </>
      )}
    </dl>
  )
}
