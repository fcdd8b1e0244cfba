import { agencyName, logoPath } from '#domain/settings/brand.ts'
import type { SiteData } from '#domain/site/site.ts'

/** A page’s data for programs (schema.org, as JSON-LD): the agency and what it sells, or the work that it shows. */
export function structuredDataOf(
  path: string | undefined,
  origin: string,
  { agency, prices, works }: SiteData,
): object {
  const { supportEmail, instagram, youtube, logo } = agency
  const organization = {
    '@type': 'ProfessionalService',
    '@id': `${origin}/#agency`,
    name: agencyName(agency),
    url: `${origin}/`,
    image: `${origin}/previews/site.png`,
    ...(logo ? { logo: origin + logoPath(logo.filename) } : {}),
    ...(supportEmail ? { email: supportEmail } : {}),
    ...(instagram || youtube ? { sameAs: [instagram, youtube].filter(Boolean) } : {}),
    priceRange: `₹${prices.state.inr_price}`,
  }
  const work = works.state.find(({ id }) => path === `/work/${id}`)
  const graph =
    path === '/'
      ? [organization, serviceOf(origin, prices.state)]
      : work
        ? [
            organization,
            {
              '@type': 'CreativeWork',
              name: work.title,
              headline: work.displayHeading,
              description: work.description,
              url: origin + path,
              creator: { '@id': organization['@id'] },
            },
          ]
        : [organization]
  return { '@context': 'https://schema.org', '@graph': graph }
}

const serviceOf = (origin: string, { inr_price, usd_price }: SiteData['prices']['state']) => ({
  '@type': 'Service',
  name: 'A hand-coded website with a dashboard for the owner',
  serviceType: 'Website design and development',
  provider: { '@id': `${origin}/#agency` },
  offers: [
    { '@type': 'Offer', price: inr_price, priceCurrency: 'INR' },
    { '@type': 'Offer', price: usd_price, priceCurrency: 'USD' },
  ],
})
