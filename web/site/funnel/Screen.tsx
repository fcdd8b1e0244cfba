import { type ReactNode, useLayoutEffect, useRef } from 'react'
import type { Funnel, FunnelAction } from '#domain/site/funnel.ts'
import { Button } from '#web/kit/Button.tsx'
import { Row } from '#web/kit/Page.tsx'

/** What a screen is handed: where the visitor stands, and how they go on. */
export type FunnelScreenProps = { arrived: boolean; funnel: Funnel; dispatch(action: FunnelAction): void }

type ScreenProps = {
  /** The number of the step, in the margin. */
  margin?: ReactNode
  title: ReactNode
  /** The sentence in italic, after the title. */
  next?: ReactNode
  /** Whether the visitor has just come here by what they did: the title takes the focus, to be read from there. */
  arrived: boolean
  children: ReactNode
}

/** A screen of the funnel, under its title. */
export function Screen({ margin, title, next, arrived, children }: ScreenProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the screen has come
  useLayoutEffect(() => {
    if (arrived) heading.current?.focus({ preventScroll: true })
  }, [])
  return (
    <>
      <Row as="header" className="says funnel-title" margin={margin}>
        <h2 ref={heading} tabIndex={-1}>
          {title} {next && <em>{next}</em>}
        </h2>
      </Row>
      {children}
    </>
  )
}

/** The ways on from a screen. */
export const Acts = ({ children }: { children: ReactNode }) => (
  <Row>
    <div className="row items-center gap-3-5 pt-5">{children}</div>
  </Row>
)

/** Take A Quick Test: the beginning of the funnel. */
export const Start = ({ onStart, pending = false, arrived = false }: StartProps) => (
  <Screen
    title="Take A Quick Test."
    next={
      <>
        5 <span className="nowrap">yes-or-no</span> questions.
      </>
    }
    arrived={arrived}
  >
    <Acts>
      <Button pending={pending} onClick={onStart}>
        Step 1 - Start The Test
      </Button>
      <p className="meta">Takes 2 minutes. No contact details needed for the test.</p>
    </Acts>
  </Screen>
)

type StartProps = {
  onStart(): void
  /** While the test itself is on its way. */
  pending?: boolean
  arrived?: boolean
}
