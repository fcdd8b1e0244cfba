import { useLoaderData } from 'react-router-dom'
import { Head } from '#web/shell/Head.tsx'
import { Comparison } from './Comparison.tsx'
import { services } from './content.ts'
import { TestContainer } from './funnel/TestContainer.tsx'
import { HowWeDo } from './HowWeDo.tsx'
import { Hero } from './hero/Hero.tsx'
import { Section } from './Section.tsx'
import { WorkSlider } from './work/WorkSlider.tsx'
import { type LoadedWorks, loadWorks } from './work/works.ts'
import './home.css'
import './Section.css'

export const loader = loadWorks

/** The steps of the funnel are navigations of this page: the projects are not asked for again. */
export const shouldRevalidate = () => false

/** The landing page. */
export function Component() {
  const { works } = useLoaderData<LoadedWorks>()
  return (
    <main id="main" tabIndex={-1}>
      <Head />
      <div className="site home mx-auto px-pad">
        <Hero />
        <WorkSlider works={works} />
        <WhatWeDo />
        <Comparison />
        <HowWeDo />
      </div>
      <TestContainer />
    </main>
  )
}

/** The agency’s services, line by line, and their terms. */
const WhatWeDo = () => (
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
