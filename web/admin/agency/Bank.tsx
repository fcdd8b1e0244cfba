import { agencyName, type WireAgency } from '#domain/settings/agency.ts'
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
      aside={!bank && !upi && <span className="red">Not set: clients cannot pay yet.</span>}
      versions={own}
    >
      <SettingForm
        label="Bank and UPI"
        submitLabel="Save bank and UPI"
        form={form}
        versions={own}
        note={!bank && !upi ? <UntilThen /> : 'A link for international payment is set on the order itself.'}
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
          hint="Eleven characters, the fifth a zero."
          {...form.field('bank.ifsc')}
        />
        <Field
          label="UPI address"
          placeholder="name@bank"
          autoComplete="off"
          spellCheck={false}
          hint="The QR code is drawn from this."
          {...form.field('upi.id')}
        />
        <Field
          label="Paid to"
          placeholder={agencyName(agency)}
          hint="Blank: the agency by its name."
          {...form.field('upi.payee')}
        />
      </SettingForm>
    </SettingSection>
  )
}

/** What stands on a client's payment page as long as nothing is set. */
const UntilThen = () => (
  <figure className="until grid gap-2">
    <figcaption>What clients see until then</figcaption>
    <div className="until-page grid gap-2 on-paper-2 rule-around">
      <p className="until-title pb-2 ink ink-below">Payment Options</p>
      <p>Payment details will appear here.</p>
      <p className="pt-2 rule-above">International Payment</p>
      <p>you will see a payment link in case of international payment here</p>
    </div>
    <p>No bank, no UPI, no QR code: nothing is invented for you.</p>
  </figure>
)
