import { provider } from '#domain/agency.ts'
import { Line, Rubric } from '#web/kit/Leaf.tsx'
import { useShownOrder } from './context.ts'
import './Reach.css'

/** Whom to reach: for an admin the client, for a client the agency. */
export function Reach() {
  const { contact, viewer } = useShownOrder()
  const admin = viewer.role === 'admin'
  const { name, phone, email } = admin ? contact : provider
  const [mailbox, host] = email.split('@')
  return (
    <section aria-label="Contact">
      <Rubric title={admin ? 'The client' : 'Who to reach'} />
      <Line>
        <div className="reach">
          <div>
            <h3>{name}</h3>
            {!admin && <p className="meta">{provider.does}</p>}
          </div>
          <dl>
            <dt>Phone</dt>
            <dd>
              <a href={`tel:${phone.replace(/[^+\d]/g, '')}`}>{spaced(phone)}</a>
            </dd>
            <dt>Email</dt>
            <dd>
              <a href={`mailto:${email}`}>
                {mailbox}
                <wbr />@{host}
              </a>
            </dd>
            {!admin && (
              <>
                <dt>Hours</dt>
                <dd>{provider.hours}</dd>
              </>
            )}
          </dl>
        </div>
      </Line>
    </section>
  )
}

/** An Indian number as people write it, `+91 90000 00021`; others as they are kept. */
const spaced = (phone: string) => phone.replace(/^(\+91)(\d{5})(\d{5})$/, '$1 $2 $3')
