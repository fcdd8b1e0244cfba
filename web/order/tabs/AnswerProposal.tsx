import { useState } from 'react'
import { Link } from 'react-router-dom'
import { acceptance, acceptProposal } from '#domain/order/accept-proposal.ts'
import { declineProposal } from '#domain/order/decline-proposal.ts'
import { payableOnceAccepted } from '#domain/order/instalments.ts'
import { type NumberedVersion, remainsValidByPayment } from '#domain/order/proposal-versions.ts'
import { daysLeft, lastDay } from '#domain/order/terms.ts'
import { dayInWords } from '#domain/time-zone.ts'
import { acceptingMeans, questionAbout } from '#domain/words/proposal.ts'
import { Button, buttonClass, TextButton } from '#web/kit/Button.tsx'
import { Field, TextArea } from '#web/kit/Field.tsx'
import { Form } from '#web/kit/Form.tsx'
import { FocusFirst, useOpener } from '#web/kit/focus.tsx'
import { Row, SectionHeader } from '#web/kit/Page.tsx'
import { day, dayAt, today, useNow } from '#web/kit/time.ts'
import { useStoredText } from '#web/kit/useStoredText.ts'
import { useShownOrder } from '#web/order/context.ts'
import { beginMessage } from '#web/order/conversation/unsent-messages.ts'
import { NewerVersion } from '#web/order/NewerVersion.tsx'
import { linkTo } from '#web/order/tabs.ts'
import { useOrderCommand } from '#web/order/useOrderCommand.ts'
import './Proposal.css'

/** The command to accept, as the page sends it: the time zone is the server’s to know. */
const accepting = { ...acceptProposal, input: acceptance, call: 'POST /api/accept-proposal' } as const

type Version = { version: NumberedVersion }

/** The client’s answers to the proposal they have read: accept it by their name, ask, or decline it. */
export function AnswerProposal({ version }: Version) {
  const [declining, setDeclining] = useState(false)
  const opener = useOpener(declining)
  const { order } = useShownOrder()
  const answer = useTypedAnswer(version.version)
  if (declining && version.state === 'declined') setDeclining(false) // its answer was lost, or it was in another window
  const isOver = daysLeft(version.date, today(useNow())) < 0 && !remainsValidByPayment(order)
  // By this browser's clock, which may be wrong, until the server has said so, and refuses what comes too late.
  const isPerhapsOver = isOver && version.state === 'open' && !order.pending.expired
  return (
    <section aria-label="Your answer">
      <SectionHeader
        title={isOver ? 'No longer valid' : declining ? 'Decline this proposal' : 'Accept this proposal'}
      />
      {answer.isOutdated ? (
        <Row className="proposal-answer">
          <NewerVersion version={version.version} onRead={answer.beginAgain} />
        </Row>
      ) : declining ? (
        <Decline version={version} answer={answer} onBack={() => setDeclining(false)} />
      ) : (
        <Row className="proposal-answer">
          {isOver && <p>It was valid until {dayInWords(lastDay(version.date))}. Please ask us for a new version.</p>}
          {(!isOver || isPerhapsOver) && <Accept version={version} answer={answer} />}
          <div className="row items-center gap-2-4 pt-4">
            <Ask version={version} />
            {version.state === 'open' && (
              <TextButton ref={opener} data-command="declineProposal" onClick={() => setDeclining(true)}>
                Decline
              </TextButton>
            )}
          </div>
        </Row>
      )}
    </section>
  )
}

/** The version that was read, so that what is sent is what was read. */
const readOf = ({ version, hash = '' }: NumberedVersion) => ({ version, hash })

type TypedAnswer = ReturnType<typeof useTypedAnswer>

/** The answer as it is typed; outdated once it was begun on an earlier version. Then the name is to be typed again. */
function useTypedAnswer(version: number) {
  const { id, order } = useShownOrder()
  const [storedName, setName] = useStoredText(`proposal-name:${id}`)
  const [storedReason, setReason] = useStoredText(`proposal-reason:${id}`)
  const [begunOn, setBegunOn] = useStoredText(`proposal-version:${id}`)
  // What was sent is recorded, though its answer may have been lost.
  const answered = order.proposals[Number(begunOn) - 1]?.state
  const name = answered === 'accepted' ? '' : storedName
  const reason = answered === 'declined' ? '' : storedReason
  const keep = (answer: { name?: string; reason?: string }) => {
    const typed = { name, reason, ...answer }
    setName(typed.name)
    setReason(typed.reason)
    setBegunOn(typed.name || typed.reason ? String(version) : '')
  }
  return {
    ...{ name, reason, keep },
    isOutdated: (name || reason) !== '' && begunOn !== String(version),
    beginAgain: () => keep({ name: '' }),
    forget: () => keep({ name: '', reason: '' }),
  }
}

type AnswerProps = Version & { answer: TypedAnswer }

function Accept({ version, answer: { name, keep, forget } }: AnswerProps) {
  const { order } = useShownOrder()
  const { perform, field, correct, pending } = useOrderCommand(accepting)
  const price = version.price ?? 0
  const now = useNow()
  const payable = payableOnceAccepted(order, price, new Date(now).toISOString())
  const due = payable && dayAt(payable.due) >= today(now) ? day(payable.due) : undefined
  const send = async () => {
    if (await perform({ ...readOf(version), name })) forget()
  }
  return (
    <Form
      className="proposal-answer-form"
      label="Accept proposal"
      command="acceptProposal"
      onSubmit={send}
      onInput={correct}
    >
      <Field
        label="Type your full name"
        autoComplete="name"
        value={name}
        onChange={({ target }) => keep({ name: target.value })}
        {...field('name')}
        hint={acceptingMeans(price, payable && { amount: payable.amount, due })}
      />
      <div className="pt-4">
        <Button pending={pending}>Accept proposal</Button>
      </div>
    </Form>
  )
}

/** Leads to the conversation, where the question has been begun unless something is being written there. */
function Ask({ version: { version } }: Version) {
  const { id } = useShownOrder()
  return (
    <Link
      className={buttonClass('line')}
      to={{ ...linkTo('overview'), hash: '#conversation' }}
      onClick={() => beginMessage(id, questionAbout(version))}
    >
      Ask a question
    </Link>
  )
}

function Decline({ version, answer: { reason, keep, forget }, onBack }: AnswerProps & { onBack(): void }) {
  const { perform, field, correct, pending } = useOrderCommand(declineProposal)
  const send = async () => {
    if (!(await perform({ ...readOf(version), reason }))) return
    forget()
    onBack()
  }
  return (
    <Row className="proposal-answer">
      <Form className="proposal-answer-form" label="Decline proposal" onSubmit={send} onInput={correct}>
        <FocusFirst />
        <TextArea
          label="Why? We’ll read it and send you a new version."
          value={reason}
          onChange={({ target }) => keep({ reason: target.value })}
          {...field('reason')}
        />
        <div className="row items-center gap-2-4 pt-4">
          <Button kind="void" pending={pending}>
            Decline proposal
          </Button>
          <TextButton onClick={onBack}>Go back</TextButton>
        </div>
      </Form>
    </Row>
  )
}
