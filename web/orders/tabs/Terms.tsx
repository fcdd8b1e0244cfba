import { terms } from '#domain/content.ts'
import { deliverables } from '#domain/order/terms.ts'
import { PageTitle, Row, SectionHeader } from '#web/kit/Page.tsx'
import { Bullets } from './Bullets.tsx'

/** What client and agency agree on. */
export default function Terms() {
  return (
    <>
      <PageTitle title="What we promise," next="and what we ask." eyebrow="Terms & Conditions" />
      {terms.map(({ title, lines }) => (
        <section key={title} aria-label={title}>
          <SectionHeader title={title} />
          <Row className="prose-line">
            <Bullets lines={lines} />
          </Row>
        </section>
      ))}
      <section aria-label="What you get">
        <SectionHeader title="What you get" />
        <Row className="prose-line">
          <Bullets lines={deliverables} />
        </Row>
      </section>
    </>
  )
}
