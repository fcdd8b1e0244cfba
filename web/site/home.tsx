import { type RefObject, useEffect, useRef } from 'react'
import { useLoaderData } from 'react-router-dom'
import { howWeDo } from '#domain/site/content.ts'
import { Tick } from '#web/kit/marks.tsx'
import { wantsLessMotion } from '#web/kit/motion.ts'
import { Head } from '#web/shell/Head.tsx'
import { Comparison } from './Comparison.tsx'
import { howLead, services, signings } from './content.ts'
import { TestContainer } from './funnel/TestContainer.tsx'
import { Hero } from './hero/Hero.tsx'
import { Section } from './Section.tsx'
import { WorkSlider } from './work/WorkSlider.tsx'
import { type LoadedWorks, loadWorks } from './work/works.ts'
import './home.css'

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
        <Hero hasWork={works?.length !== 0} />
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
          <dd className="ink-2">{terms}</dd>
        </div>
      ))}
    </dl>
  </Section>
)

/** The two hands: the client's and the agency's. */
const hands = {
  you: 'M8 35C13 22 17 11 21 4M12 10C20 1 37 1 35 10 33 17 23 20 17 20 25 20 28 29 36 34 41 32 45 26 45 23 41 22 38 29 42 32 47 33 52 22 56 6 55 17 52 26 51 33 54 25 58 22 60 24 61 27 58 32 62 32 66 31 68 25 71 24 67 27 67 33 71 32 75 30 76 25 77 23 76 28 76 33 80 32M95 5C93 16 90 26 87 34M88 6C94 4 99 4 103 4M82 35C88 33 92 33 96 34 101 33 103 26 107 24 103 28 104 44 97 42 96 37 110 33 113 26 111 32 113 34 116 31 119 27 122 25 129 23',
  we: 'M4 36C9 24 13 12 17 5 17 16 18 25 19 33 24 23 29 12 34 4 32 15 31 26 32 34 36 33 40 27 41 24 38 22 35 29 39 32 44 34 47 26 49 24 46 28 47 33 50 31 53 28 54 25 56 23 55 28 55 33 59 31 62 28 64 24 67 23 63 23 61 29 64 32 68 33 71 25 72 24 71 29 72 32 75 31M92 4C89 14 86 25 83 36M108 5C101 12 94 17 88 21 94 23 99 29 104 33 108 35 112 31 116 27',
}

/** How We Do: the eight steps, as a ledger that signs itself. */
function HowWeDo() {
  const list = useRef<HTMLOListElement>(null)
  useSigning(list)
  return (
    <Section title="How We Do" lead={howLead} className="how">
      <ol className="double-rule relative" ref={list}>
        {howWeDo.map(({ title, text }, index) => {
          const { day, by } = signings[index]!
          return (
            <li className="grid items-baseline py-4" key={title}>
              <span className="how-day ink-2">Day {day}</span>
              <span className="how-number pencil" aria-hidden="true">
                {index + 1}
              </span>
              <h3 className="text-5">{title}</h3>
              <p className="text-3 ink-2">{text}</p>
              <span className="how-signed flex items-center gap-2 mt-1 ink-2">
                {by === 'you' ? 'Your part' : 'Our part'}
                <svg className="how-hand overflow-visible" viewBox="0 0 132 46" aria-hidden="true">
                  <path className="no-fill round-caps round-joins stroke-ink" d={hands[by]} pathLength="1" />
                </svg>
                <Tick />
              </span>
            </li>
          )
        })}
      </ol>
    </Section>
  )
}

/** How long a line waits for the one before, when they come into view together, in ms. */
const pause = 180

/**
 * Signs the lines of a list one by one as they are scrolled to, each once. The HTML has them signed: those below the
 * window are opened when the page has come, and everything stays signed for those who ask for less motion.
 */
function useSigning(list: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    if (wantsLessMotion()) return
    const open = ([...list.current!.children] as HTMLElement[]).filter(
      (line) => line.getBoundingClientRect().top > innerHeight,
    )
    // When the pen is free for the next line.
    let free = 0
    const seen = new IntersectionObserver(
      (entries) => {
        const come = entries.filter(({ isIntersecting }) => isIntersecting).map(({ target }) => target as HTMLElement)
        // Those above too: a jump may have left them out.
        const last = Math.max(...come.map((line) => open.indexOf(line)))
        for (const line of open.splice(0, last + 1)) {
          const now = performance.now()
          const begins = Math.max(now, free)
          free = begins + pause
          line.style.setProperty('--wait', `${Math.round(begins - now)}ms`)
          delete line.dataset.open
          seen.unobserve(line)
        }
      },
      // Somewhat above the lower edge, where it is looked at.
      { rootMargin: '0px 0px -22% 0px' },
    )
    for (const line of open) {
      line.dataset.open = ''
      seen.observe(line)
    }
    return () => seen.disconnect()
  }, [list])
}
