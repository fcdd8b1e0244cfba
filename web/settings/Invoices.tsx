import type { WireAgency } from '#domain/settings/agency.ts'
import { usualDueDays, usualSchemes } from '#domain/settings/billing.ts'
import { StateField } from '#web/kit/StateField.tsx'
import { TextArea } from '#web/kit/TextArea.tsx'
import { type AgencyField, AgencySection } from './AgencySection.tsx'
import type { Versions } from './versions.ts'

const fields: AgencyField[] = [
  { name: 'billing.legalName', label: 'Name on invoices', autoComplete: 'off' },
  { name: 'billing.address', label: 'Address on invoices', as: TextArea },
  { name: 'billing.state', as: StateField },
  { name: 'billing.gstin', label: 'GSTIN', autoComplete: 'off', spellCheck: false },
  {
    name: 'billing.taxRate',
    label: 'Tax rate',
    inputMode: 'numeric',
    hint: 'Like 18. Included in your prices; if empty, no tax.',
  },
  { name: 'billing.sac', label: 'SAC', inputMode: 'numeric', placeholder: '998314' },
  {
    name: 'billing.dueDays',
    label: 'Days until an invoice is due',
    inputMode: 'numeric',
    placeholder: String(usualDueDays),
  },
  {
    name: 'billing.schemes.invoice',
    label: 'Number format of invoices',
    placeholder: usualSchemes.invoice,
    hint: '{n} counts up. {year} or {fy} starts at 1 again.',
  },
  {
    name: 'billing.schemes.credit note',
    label: 'Number format of credit notes',
    placeholder: usualSchemes['credit note'],
  },
  { name: 'billing.schemes.receipt', label: 'Number format of receipts', placeholder: usualSchemes.receipt },
]

/** The settings of invoices: the seller, the tax in prices, and the numbering. Until they are set none are issued. */
export const Invoices = ({ agency, versions }: { agency: WireAgency; versions: Versions }) => (
  <AgencySection
    id="invoices"
    fields={fields}
    agency={agency}
    versions={versions}
    aside={!agency.billing && <span className="red">Not set. You can’t issue invoices yet.</span>}
    submitLabel="Save invoice settings"
    note="Issued invoices keep what they say."
  />
)
