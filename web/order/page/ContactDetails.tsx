import { Row, SectionHeader } from '#web/kit/Page.tsx'
import { useAgency } from '#web/live/agency.ts'
import { useShownOrder } from '#web/order/context.ts'
import { Part } from './Part.tsx'
import './ContactDetails.css'

/** Shows the contact: for an admin the client, for a client the agency's contact, if it has set one. */
export function ContactDetails() {
  const { contact: client, viewer } = useShownOrder()
  const { contact: agency } = useAgency()
  const admin = viewer.role === 'admin'
  const reached = admin ? { ...client, does: undefined, hours: undefined } : agency
  if (!reached) return null
  const { name, does, phone, email, hours } = reached
  const [mailbox, host] = email.split('@')
  return (
    <Part name="Contact" className="contact-details">
      <SectionHeader title={admin ? 'Client' : 'Your contact'} />
      <Row>
        <div className="reach">
          <div>
            <h3 className="leading-11 text-6">{name}</h3>
            {does && <p className="meta mt-2">{does}</p>}
          </div>
          <dl className="grid columns-auto-1 text-3">
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
            {hours && (
              <>
                <dt>Hours</dt>
                <dd>{hours}</dd>
              </>
            )}
          </dl>
        </div>
      </Row>
    </Part>
  )
}

/** An Indian number as people write it, `+91 90000 00021`; others as they are kept. */
const spaced = (phone: string) => phone.replace(/^(\+91)(\d{5})(\d{5})$/, '$1 $2 $3')
