import type { WireAgency } from '#domain/settings/agency.ts'
import { agencyName } from '#domain/settings/brand.ts'
import { type AgencyField, AgencySection } from './AgencySection.tsx'
import type { Versions } from './versions.ts'
import './agency.css'

/** Where clients pay. As long as it is not set, they see no payment details at all. */
export function Bank({ agency, versions }: { agency: WireAgency; versions: Versions }) {
  const isUnset = !agency.bank && !agency.upi
  const code = { autoComplete: 'off', spellCheck: false }
  const fields: AgencyField[] = [
    { name: 'bank.accountName', label: 'Account name', autoComplete: 'off' },
    { name: 'bank.bank', label: 'Bank and branch', autoComplete: 'off' },
    { name: 'bank.accountNumber', label: 'Account number', inputMode: 'numeric', ...code },
    {
      name: 'bank.ifsc',
      label: 'IFSC',
      placeholder: 'HDFC0000123',
      hint: '11 characters; the 5th is a zero.',
      ...code,
    },
    { name: 'upi.id', label: 'UPI ID', placeholder: 'name@bank', hint: 'Used for the QR code.', ...code },
    { name: 'upi.payee', label: 'Payee', placeholder: agencyName(agency), hint: 'If empty, the agency’s name.' },
  ]
  return (
    <AgencySection
      id="bank"
      fields={fields}
      agency={agency}
      versions={versions}
      aside={isUnset && <span className="red">Not set. Clients can’t pay by bank or UPI yet.</span>}
      submitLabel="Save bank and UPI"
      note={isUnset ? <UntilThen /> : 'You add the international payment link on each project.'}
    />
  )
}

/** The text of a client's payment page as long as nothing is set, nor a price. */
const UntilThen = () => (
  <figure className="until grid gap-2">
    <figcaption>On projects without a price clients see this</figcaption>
    <div className="until-page grid gap-2 on-paper-2 rule-around">
      <p className="until-title pb-2 ink ink-below">Payment Options</p>
      <p>Payment details will appear here.</p>
      <p className="pt-2 rule-above">International Payment</p>
      <p>you will see a payment link in case of international payment here</p>
    </div>
    <p>No bank details, UPI ID or QR code.</p>
  </figure>
)
