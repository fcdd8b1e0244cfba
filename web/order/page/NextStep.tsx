import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { type NextButton, nextStep } from '#domain/order/next-step.ts'
import { Button, buttonClass } from '#web/kit/Button.tsx'
import { PageTitle, Row } from '#web/kit/Page.tsx'
import { inWords } from '#web/kit/time.ts'
import { useShownOrder, useShownTime } from '#web/order/context.ts'
import { linkTo, type Tab } from '#web/order/tabs.ts'
import { actionItems } from './ActionItems.tsx'
import './NextStep.css'

/** Shows the next step of the order: whose turn it is, one button at most, and what follows. */
export function NextStep({ eyebrow }: { eyebrow: ReactNode }) {
  const { order, viewer, isPast } = useShownOrder()
  const words = inWords(useShownTime())
  // What the questionnaire still needs stands below it.
  const meanwhile = !isPast && actionItems(order).length > 0 ? '' : undefined
  const { title, next, follows, button } = nextStep(order, viewer.role, words, meanwhile)
  return (
    <PageTitle title={title} next={next} day={order.lastAt} eyebrow={eyebrow}>
      <div className="next-go break-anywhere">
        {button && !isPast && <Go {...button} />}
        {follows && <p className="small">{follows}</p>}
      </div>
    </PageTitle>
  )
}

/** Shows the next step at the end of a tab where something was agreed, if it is done in another one. */
export function NextElsewhere({ tab }: { tab: Tab }) {
  const { order, viewer, isPast } = useShownOrder()
  const { title, next, follows, button } = nextStep(order, viewer.role, inWords(useShownTime()))
  if (isPast || !button || button.control || button.tab === tab) return null
  return (
    <Row as="section" margin={<i className="red">Next</i>} bodyClass="next-elsewhere break-anywhere ink-above">
      <div>
        <p className="serif-5-13">
          {title} {next}
        </p>
        {follows && <p className="small">{follows}</p>}
      </div>
      <Go {...button} />
    </Row>
  )
}

/** The one button: to a tab, to a place of the overview, or a control there that is pressed. */
function Go({ label, tab, at, control }: NextButton) {
  if (control) return <Button onClick={() => pressControl(control)}>{label}</Button>
  return (
    <Link
      className={buttonClass('solid')}
      to={{ ...linkTo(tab), ...(at ? { hash: `#${at}` } : {}) }}
      preventScrollReset
    >
      {label}
    </Link>
  )
}

const pressControl = (control: string) =>
  document.querySelector<HTMLElement>(`[data-command="${CSS.escape(control)}"]`)?.click()
