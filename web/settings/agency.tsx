import type { ReactNode } from 'react'
import { Link, useLoaderData } from 'react-router-dom'
import type { WireAgency } from '#domain/settings/agency.ts'
import { usualDueDays, usualSchemes } from '#domain/settings/billing.ts'
import { agencyName } from '#domain/settings/brand.ts'
import { exampleTexts } from '#domain/settings/portfolio.ts'
import { settingNames } from '#domain/settings/versions.ts'
import { agencyTitle } from '#domain/words/admin-titles.ts'
import { Field, type FieldProps, GrowingField, TextArea } from '#web/kit/Field.tsx'
import { Page, PageTitle } from '#web/kit/Page.tsx'
import { StateField } from '#web/kit/StateField.tsx'
import { UnsavedForms } from '#web/kit/UnsavedForms.tsx'
import { loadAgency, useAgency } from '#web/live/agency.ts'
import { ConnectionStatus } from '#web/live/ConnectionStatus.tsx'
import { liveMailTexts, livePortfolio, livePrices, liveTerms, useSetting } from '#web/live/settings.ts'
import { Head } from '#web/shell/Head.tsx'
import { useSession } from '#web/shell/session.ts'
import { Identity } from './Identity.tsx'
import { Mails } from './Mails.tsx'
import { Portfolio } from './Portfolio.tsx'
import { PriceList } from './PriceList.tsx'
import { SettingForm, SettingSection } from './SettingSection.tsx'
import { sections } from './sections.ts'
import { useAgencyForm } from './setting-forms.ts'
import { TermsTexts } from './TermsTexts.tsx'
import { loadVersions, useSettingVersions, type Versions, type VersionsPage, versionsOf } from './versions.ts'
import '#web/kit/PageIndex.css'
import './agency.css'

export async function loader() {
  const [versions] = await Promise.all([
    Promise.all(settingNames.map((of) => loadVersions(of))),
    loadAgency(),
    ...[livePrices, liveTerms, livePortfolio, liveMailTexts].map((each) => each.refresh()),
  ])
  return Object.fromEntries(settingNames.map((name, at) => [name, versions[at]!])) as Record<
    (typeof settingNames)[number],
    VersionsPage
  >
}

/** The page of the agency’s settings, for any admin. */
export function Component() {
  const loaded = useLoaderData<typeof loader>()
  const agency = useAgency()
  const prices = useSetting(livePrices)!
  const terms = useSetting(liveTerms)!
  const portfolio = useSetting(livePortfolio)!
  const mails = useSetting(liveMailTexts)!
  const ofAgency = useSettingVersions('agency', loaded.agency, agency.revision)
  const ofPrices = useSettingVersions('prices', loaded.prices, prices.revision)
  const ofTerms = useSettingVersions('terms', loaded.terms, terms.revision)
  const ofPortfolio = useSettingVersions('portfolio', loaded.portfolio, portfolio.revision)
  const ofMails = useSettingVersions('mails', loaded.mails, mails.revision)
  const { contact, bank, upi } = agency
  const { demo } = useSession()
  const hasWorks = demo || portfolio.state.some((work) => exampleTexts(work).length === 0)
  const { title, next } = agencyTitle({ contact: !!contact, bank: !!bank, upi: !!upi, portfolio: hasWorks })
  return (
    <Page index={<Index unpaid={!agency.bank && !agency.upi} />}>
      <Head noindex />
      <ConnectionStatus />
      <PageTitle title={title} next={next} eyebrow="Agency settings" />
      <UnsavedForms>
        <Identity agency={agency} versions={ofAgency} />
        <AgencySection
          id="contact"
          fields={contactFields}
          agency={agency}
          versions={ofAgency}
          aside="Empty fields are not shown."
          submitLabel="Save contact"
          note="Clients see the first 5 on their project. Everyone sees the last 3 in the footer."
        />
        <Bank agency={agency} versions={ofAgency} />
        <Invoices agency={agency} versions={ofAgency} />
        <PriceList setting={prices} versions={ofPrices} />
        <TermsTexts setting={terms} versions={ofTerms} />
        <Portfolio setting={portfolio} versions={ofPortfolio} />
        <Mails setting={mails} versions={ofMails} />
      </UnsavedForms>
    </Page>
  )
}

/** The sections of the page. `unpaid`: clients have no way to pay yet. */
const Index = ({ unpaid }: { unpaid: boolean }) => (
  <nav className="page-index agency-index" aria-label="Agency settings">
    <ul>
      {Object.entries(sections).map(([id, title]) => (
        <li key={id}>
          <Link
            className="flex items-baseline justify-between gap-2 ink-2 ink-on-hover nowrap no-underline"
            to={`#${id}`}
            preventScrollReset
          >
            {title}
            {id === 'bank' && unpaid && <i className="red">not set</i>}
          </Link>
        </li>
      ))}
    </ul>
  </nav>
)

/** How the agency is reached: by its clients, and by everyone. */
const contactFields: AgencyField[] = [
  { name: 'contact.name', label: 'Contact person', autoComplete: 'off', maxLength: 120 },
  { name: 'contact.does', label: 'Job title', maxLength: 200, placeholder: 'optional', as: GrowingField },
  { name: 'contact.email', label: 'Email', type: 'email', inputMode: 'email', autoComplete: 'off' },
  { name: 'contact.phone', label: 'Phone', type: 'tel', autoComplete: 'off', maxLength: 32 },
  { name: 'contact.hours', label: 'Hours', maxLength: 120, placeholder: 'Monday to Saturday, 10 am to 7 pm' },
  {
    name: 'supportEmail',
    label: 'Public email address',
    type: 'email',
    autoComplete: 'off',
    placeholder: 'optional',
  },
  { name: 'instagram', label: 'Instagram', type: 'url', placeholder: 'https://' },
  { name: 'youtube', label: 'YouTube', type: 'url', placeholder: 'https://' },
]

/** Where clients pay. As long as it is not set, they see no payment details at all. */
function Bank({ agency, versions }: { agency: WireAgency; versions: Versions }) {
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

const invoiceFields: AgencyField[] = [
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
const Invoices = ({ agency, versions }: { agency: WireAgency; versions: Versions }) => (
  <AgencySection
    id="invoices"
    fields={invoiceFields}
    agency={agency}
    versions={versions}
    aside={!agency.billing && <span className="red">Not set. You can’t issue invoices yet.</span>}
    submitLabel="Save invoice settings"
    note="Issued invoices keep what they say."
  />
)

/** A field of the agency by its path, `bank.ifsc`: a line to write on, unless it is shown `as` something else. */
type AgencyField = Omit<FieldProps, 'label'> & {
  label?: string
  as?: typeof TextArea | typeof GrowingField | typeof StateField
}

type AgencySectionProps = {
  id: keyof typeof sections
  fields: readonly AgencyField[]
  agency: WireAgency
  /** All versions of the agency: those of its fields are shown. */
  versions: Versions
  aside?: ReactNode
  submitLabel: string
  note?: ReactNode
}

/** A section of the settings that is a form about some fields of the agency. */
function AgencySection({ id, fields, agency, versions, aside, submitLabel, note }: AgencySectionProps) {
  const names = fields.map(({ name }) => name)
  const own = versionsOf(versions, (field) => names.includes(field))
  const form = useAgencyForm(names, agency, own)
  return (
    <SettingSection id={id} aside={aside} versions={own}>
      <SettingForm label={sections[id]} submitLabel={submitLabel} form={form} versions={own} note={note}>
        {fields.map(({ as = Field, label, ...field }) => {
          const Input = as as typeof Field
          return <Input key={field.name} label={label} {...field} {...form.field(field.name)} />
        })}
      </SettingForm>
    </SettingSection>
  )
}
