import { services } from './content.ts'
import { Section } from './Section.tsx'
import './WhatWeDo.css'

/** The agency’s services, line by line, and their terms. */
export const WhatWeDo = () => (
  <Section title="What We Do" lead="4 services, one team." className="what-we-do">
    <dl>
      {services.map(({ name, text, terms }) => (
        <div className="grid items-baseline rule-below" key={name}>
          <dt>{name}</dt>
          <dd>{text}</dd>
          <dd>{terms}</dd>
        </div>
      ))}
    </dl>
  </Section>
)
