import type { WireAgency } from '#domain/settings/agency.ts'
import { agencyName } from '#domain/settings/brand.ts'
import { Field } from '#web/kit/Field.tsx'
import { SettingForm, SettingSection } from './SettingSection.tsx'
import { useAgencyForm } from './useAgencyForm.ts'
import { type Versions, versionsOf } from './versions.ts'
import './agency.css'

const names = ['bank.accountName', 'bank.bank', 'bank.accountNumber', 'bank.ifsc', 'upi.id', 'upi.payee'] as const

/** Where clients pay. As long as it is not set, they see no payment details at all. */
export function Bank({ agency, versions }: { agency: WireAgency; versions: Versions }) {
  const own = versionsOf(versions, (field) => names.some((name) => name === field))
  const form = useAgencyForm(names, agency, own)
  const { bank, upi } = agency
  return (
    <SettingSection
      id="bank"
      title="Bank and UPI"
      aside={!bank && !upi && <span className="red">Not set. Clients can’t pay by bank or UPI yet.</span>}
      versions={own}
    >
      <SettingForm
        label="Bank and UPI"
        submitLabel="Save bank and UPI"
        form={form}
        versions={own}
        note={!bank && !upi ? <UntilThen /> : 'You add the international payment link on each project.'}
      >
        <Field label="Account name" autoComplete="off" {...form.field('bank.accountName')} />
        <Field label="Bank and branch" autoComplete="off" {...form.field('bank.bank')} />
        <Field
          label="Account number"
          inputMode="numeric"
          autoComplete="off"
          spellCheck={false}
          {...form.field('bank.accountNumber')}
        />
        <Field
          label="IFSC"
          placeholder="HDFC0000123"
          autoComplete="off"
          spellCheck={false}
          hint="11 characters; the 5th is a zero."
          {...form.field('bank.ifsc')}
        />
        <Field
          label="UPI ID"
          placeholder="name@bank"
          autoComplete="off"
          spellCheck={false}
          hint="Used for the QR code."
          {...form.field('upi.id')}
        />
        <Field
          label="Payee"
          placeholder={agencyName(agency)}
          hint="If empty, the agency’s name."
          {...form.field('upi.payee')}
        />
      </SettingForm>
    </SettingSection>
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
