import { lazy, Suspense, useState } from 'react'
import { listed } from '#domain/count.ts'
import { businessOf, projectName } from '#domain/order/project-name.ts'
import { shownQuestions } from '#domain/questionnaire/applicable-questions.ts'
import { LazyView } from '#web/kit/LazyView.tsx'
import { Row, SectionHeader, Timestamp } from '#web/kit/Page.tsx'
import { loadZod } from '#web/lazy-zod.ts'
import { useAgency, useAgencyName } from '#web/live/agency.ts'
import { usePresence } from '#web/live/useOrder.ts'
import { useShownOrder } from '#web/order/context.ts'
import { Conversation } from '#web/order/conversation/Conversation.tsx'
import { AnswerText } from './AnswerText.tsx'
import { Designs } from './Designs.tsx'
import { Marked } from './Marked.tsx'
import { ActionItems, NextStep } from './NextStep.tsx'
import { Part } from './Part.tsx'
import { ProgressList } from './ProgressList.tsx'
import { Road } from './Road.tsx'
import './Overview.css'

/** The changes since the last visit, loaded for someone who comes back; the page does without if that fails. */
const WhatChanged = lazy(() =>
  import('./WhatChanged.tsx').then(
    ({ WhatChanged }) => ({ default: WhatChanged }),
    () => ({ default: () => null }),
  ),
)

/** Where the project stands: the steps, the drawing, what was said, what was answered, whom to reach. */
export function Overview() {
  const { order, controls, revision, isPast, compared, lastVisit } = useShownOrder()
  const open = order.status === 'open'
  return (
    <>
      <NextStep
        eyebrow={
          <>
            <OrderTitle /> <WhoIsHere />
          </>
        }
      />
      {order.status === 'open' && <Road />}
      <ActionItems />
      {lastVisit && (
        <Suspense>
          <WhatChanged />
        </Suspense>
      )}
      <ProgressList />
      {controls && (open ? <controls.CloseOrder /> : !order.clientErased && <controls.ReopenOrder />)}
      <Designs />
      {/* Which of its lines are shown is chosen anew at each moment of the past. */}
      <Conversation key={isPast ? `${revision} ${compared?.displayedAnew}` : 'now'} />
      <Answers />
      <ContactDetails />
      {controls && open && <controls.RenameOrder />}
    </>
  )
}

/** The name of the project: to its client by the business, with its number beside it; to the agency by its title. */
function OrderTitle() {
  const { order, viewer } = useShownOrder()
  const called = projectName({ ...order, business: businessOf(order.questions) })
  const { name, number } = viewer.role === 'client' ? called : { name: order.title, number: undefined }
  return (
    <span className="order-title">
      <bdi>
        <Marked select={({ title }) => title}>{name}</Marked>
      </bdi>
      {number && (
        <>
          {' '}
          <small className="pencil text-1">{number}</small>
        </>
      )}
    </span>
  )
}

/** Shows who else has the order open at the moment: to an admin by name, to the client that the agency does. */
function WhoIsHere() {
  const { id, viewer, isPast } = useShownOrder()
  const presence = usePresence(id)
  const agency = useAgencyName()
  if (!presence || isPast) return null
  const names = viewer.role === 'admin' ? presence.people.map(({ name }) => name) : presence.agency ? [agency] : []
  if (names.length === 0) return null
  return (
    <span className="here">
      {names.length === 1 ? `${names[0]} is viewing this` : `${listed(names)} are viewing this`}
    </span>
  )
}

/** Shows the contact: for an admin the client, for a client the agency's contact, if it has set one. */
function ContactDetails() {
  const { contact: client, viewer } = useShownOrder()
  const { contact: agency } = useAgency()
  const admin = viewer.role === 'admin'
  const reached = admin ? { ...client, does: undefined, hours: undefined } : agency
  if (!reached) return null
  const { name, does, phone, email, hours } = reached
  const [mailbox, host] = email.split('@')
  return (
    <Part name="Contact" className="contact-details">
      <SectionHeader title={admin ? 'Client' : 'Your contact'} />
      <Row>
        <div className="reach">
          <div>
            <h3 className="leading-11 text-6">{name}</h3>
            {does && <p className="meta mt-2">{does}</p>}
          </div>
          <dl className="grid columns-auto-1 text-3">
            {phone && (
              <>
                <dt>Phone</dt>
                <dd>
                  <a href={`tel:${phone.replace(/[^+\d]/g, '')}`}>{spaced(phone)}</a>
                </dd>
              </>
            )}
            {email && (
              <>
                <dt>Email</dt>
                <dd>
                  <a href={`mailto:${email}`}>
                    {mailbox}
                    <wbr />@{host}
                  </a>
                </dd>
              </>
            )}
            {hours && (
              <>
                <dt>Hours</dt>
                <dd>{hours}</dd>
              </>
            )}
          </dl>
        </div>
      </Row>
    </Part>
  )
}

/** An Indian number as people write it, `+91 90000 00021`; others as they are kept. */
const spaced = (phone: string) => phone.replace(/^(\+91)(\d{5})(\d{5})$/, '$1 $2 $3')

const loadAmendAnswers = () => loadZod().then(() => import('./AmendAnswers.tsx'))

/** The questions and answers of the beginning. Its client may answer anew while the order is open. */
function Answers() {
  const { order, viewer, readOnly } = useShownOrder()
  const [amending, setAmending] = useState<boolean>()
  const may = !readOnly && viewer.role === 'client' && order.status === 'open'
  return (
    <Part name="Answers" className="answers-given" id="answers">
      <SectionHeader
        title={viewer.role === 'admin' ? 'Client’s Answer' : 'Your Answer'}
        margin={<Timestamp at={order.openedAt} part="day" />}
        aside={
          may &&
          !amending && (
            <button
              // biome-ignore lint/a11y/noAutofocus: the form that it opened has gone
              autoFocus={amending === false}
              type="button"
              className="quiet my-minus-3 target underline"
              data-command="amendAnswers"
              onClick={() => setAmending(true)}
            >
              Edit answers
            </button>
          )
        }
      />
      {may && amending ? (
        <LazyView
          load={loadAmendAnswers}
          props={{ onDone: () => setAmending(false) }}
          waiting={<Row className="order-waiting">Loading…</Row>}
        />
      ) : (
        <ol className="answers">
          {shownQuestions(order.questions).map((question) => (
            <Row key={question.id} as="li">
              <div className="answer">
                <h3 className="ink-2 written">{question.question}</h3>
                <div className="answer-text serif-5-13 written">
                  <Marked select={({ questions }) => questions.find(({ id }) => id === question.id)?.answer}>
                    <AnswerText question={question} />
                  </Marked>
                </div>
              </div>
            </Row>
          ))}
        </ol>
      )}
    </Part>
  )
}
