import { terms } from '#domain/content.ts'
import { deliverables } from '#domain/order/terms.ts'
import { Line, Rubric, Says } from '#web/kit/Leaf.tsx'
import { Bullets } from './Bullets.tsx'

/** What client and agency agree on. */
export default function Terms() {
  return (
    <>
      <Says is="What we promise," next="and what we ask." kick="Terms & Conditions" />
      {terms.map(({ title, lines }) => (
        <section key={title} aria-label={title}>
          <Rubric title={title} />
          <Line className="prose-line">
            <Bullets lines={lines} />
          </Line>
        </section>
      ))}
      <section aria-label="What you get">
        <Rubric title="What you get" />
        <Line className="prose-line">
          <Bullets lines={deliverables} />
        </Line>
      </section>
    </>
  )
}
