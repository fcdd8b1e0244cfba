import type { ReactNode } from 'react'
import { Link, useLoaderData } from 'react-router-dom'
import { truncate } from '#domain/one-line.ts'
import type { Work } from '#domain/site/works.ts'
import { worksLead } from '#domain/words/portfolio.ts'
import { Address } from '#web/kit/Address.tsx'
import { buttonClass } from '#web/kit/Button.tsx'
import { Head } from '#web/shell/Head.tsx'
import { Section } from '#web/site/Section.tsx'
import { Card } from './Card.tsx'
import { Plates } from './Plates.tsx'
import { loadWork } from './works.ts'
import './work.css'

export const loader = loadWork

/** A project of the portfolio: whose it is, what was made, and where in its pictures to look. */
export function Component() {
  const { work, works } = useLoaderData<{ work: Work; works: Work[] }>()
  const { id, title, displayHeading, description, client, role, website } = work
  const [first, rest] = headlineOf(displayHeading)
  return (
    <main id="main" tabIndex={-1}>
      <Head title={title} description={truncate(description, 160)} image={`/previews/work-${id}.jpg`} />
      <div className="site piece mx-auto px-pad">
        <article>
          <header className="piece-head grid">
            <p className="piece-of ink-2">
              Work, {works.indexOf(work) + 1} of {works.length}
              <br />
              <span>{title}</span>
            </p>
            <h1>
              {first} {rest && <em>{rest}</em>}
            </h1>
            <dl className="piece-facts text-3 ink-above self-start">
              <Detail label="Client">{client}</Detail>
              <Detail label="Role">{role}</Detail>
              <Detail label="Website">
                <a href={website} rel="noopener">
                  <Address address={hostOf(website)} />
                </a>
              </Detail>
            </dl>
            <p className="piece-story pre-line">{description}</p>
          </header>
          <Plates work={work} />
        </article>
        <section className="piece-ask grid pt-4 ink-above" aria-label="Your own project">
          <p className="piece-of ink-2">Your project</p>
          <h2>
            Are we a good fit? <em>5 questions will tell.</em>
          </h2>
          <div className="piece-acts row items-center pt-6">
            <Link className={buttonClass()} to="/#test-container">
              Take A Quick Test
            </Link>
            <p className="meta">Takes 2 minutes. No contact details needed for the test.</p>
          </div>
        </section>
        <ContactSheet works={works} current={id} />
      </div>
    </main>
  )
}

const Detail = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="grid items-baseline py-2 rule-below">
    <dt className="small">{label}</dt>
    <dd className="min-w-0 break-anywhere">{children}</dd>
  </div>
)

/** A headline in its two parts, the second one from its first comma on: that is set in italic. */
function headlineOf(heading: string): [string, string?] {
  const comma = heading.indexOf(', ')
  return comma < 0 ? [heading] : [heading.slice(0, comma + 1), heading.slice(comma + 2)]
}

/** An address as people say it. What is no address stays as it was written. */
const hostOf = (website: string) => (URL.canParse(website) ? new URL(website).host.replace(/^www\./, '') : website)

/** The covers of all the projects, small, with the one that is open marked. */
const ContactSheet = ({ works, current }: { works: readonly Work[]; current: number }) => (
  <Section title="More work" lead={worksLead(works.length)} className="contact-sheet">
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
