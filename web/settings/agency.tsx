import { Link, useLoaderData } from 'react-router-dom'
import { settingNames } from '#domain/settings/versions.ts'
import { agencyTitle } from '#domain/words/admin-titles.ts'
import { Page, PageTitle } from '#web/kit/Page.tsx'
import { GrowingField } from '#web/kit/TextArea.tsx'
import { loadAgency, useAgency } from '#web/live/agency.ts'
import { ConnectionStatus } from '#web/live/ConnectionStatus.tsx'
import { useSetting } from '#web/live/setting.ts'
import { liveMailTexts, livePortfolio, livePrices, liveTerms } from '#web/live/settings.ts'
import { Head } from '#web/shell/Head.tsx'
import { type AgencyField, AgencySection } from './AgencySection.tsx'
import { Bank } from './Bank.tsx'
import { Identity } from './Identity.tsx'
import { Invoices } from './Invoices.tsx'
import { Mails } from './Mails.tsx'
import { Portfolio } from './Portfolio.tsx'
import { PriceList } from './PriceList.tsx'
import { sections } from './sections.ts'
import { TermsTexts } from './TermsTexts.tsx'
import { UnsavedForms } from './UnsavedForms.tsx'
import { loadVersions, useSettingVersions, type VersionsPage } from './versions.ts'
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
  const [prices, terms, portfolio, mails] = [
    useSetting(livePrices)!,
    useSetting(liveTerms)!,
    useSetting(livePortfolio)!,
    useSetting(liveMailTexts)!,
  ]
  const ofAgency = useSettingVersions('agency', loaded.agency, agency.revision)
  const ofPrices = useSettingVersions('prices', loaded.prices, prices.revision)
  const ofTerms = useSettingVersions('terms', loaded.terms, terms.revision)
  const ofPortfolio = useSettingVersions('portfolio', loaded.portfolio, portfolio.revision)
  const ofMails = useSettingVersions('mails', loaded.mails, mails.revision)
  const { contact, bank, upi } = agency
  const { title, next } = agencyTitle({ contact: !!contact, bank: !!bank, upi: !!upi })
  return (
    <Page index={<Index unpaid={!agency.bank && !agency.upi} />}>
      <Head title="Agency" noindex />
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
  <nav className="agency-index text-3" aria-label="Agency settings">
    <ul>
      {Object.entries(sections).map(([id, title]) => (
        <li key={id}>
          <Link
            className="flex items-baseline justify-between gap-2 ink-2 nowrap no-underline"
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
