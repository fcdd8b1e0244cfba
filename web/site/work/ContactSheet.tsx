import type { Work } from '#domain/site/works.ts'
import { workLead } from '#web/site/content.ts'
import { Section } from '#web/site/Section.tsx'
import { Card } from './Card.tsx'
import './work.css'

/** The covers of all the projects, small, with the one that is open marked. */
export const ContactSheet = ({ works, current }: { works: readonly Work[]; current: number }) => (
  <Section title="More work" lead={workLead} className="contact-sheet">
    <ol className="grid">
      {works.map((work) => (
        <li key={work.id}>
          <Card
            work={work}
            sizes="(min-width: 60rem) 27rem, (min-width: 36rem) 46vw, 92vw"
            current={work.id === current}
          />
        </li>
      ))}
    </ol>
  </Section>
)
