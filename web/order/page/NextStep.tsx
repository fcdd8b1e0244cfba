import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { type NextButton, nextStep } from '#domain/order/next-step.ts'
import { Button, buttonClass } from '#web/kit/Button.tsx'
import { PageTitle } from '#web/kit/Page.tsx'
import { inWords } from '#web/kit/time.ts'
import { useShownOrder } from '#web/order/context.ts'
import { linkTo } from '#web/order/tabs.ts'
import './NextStep.css'

/** What is to be done next on the order: whose turn it is, one button at most, and what follows. */
export function NextStep({ eyebrow }: { eyebrow: ReactNode }) {
  const { order, viewer, isPast } = useShownOrder()
  const { title, next, follows, button } = nextStep(order, viewer.role, inWords)
  return (
    <PageTitle title={title} next={next} day={order.lastAt} eyebrow={eyebrow}>
      <div className="next-go break-anywhere">
        {button && !isPast && <Go {...button} />}
        {follows && <p className="small">{follows}</p>}
      </div>
    </PageTitle>
  )
}

/** The one button: to a tab, to a place of the overview, or a control there that is pressed. */
function Go({ label, tab, at, control }: NextButton) {
  if (control)
    return (
      <Button type="button" onClick={() => pressControl(control)}>
        {label}
      </Button>
    )
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
