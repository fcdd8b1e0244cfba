import { useState } from 'react'
import { useRevalidator } from 'react-router-dom'
import type { WireWebhook } from '#domain/contract/integrations.ts'
import { eventNames } from '#domain/integrations/event-names.ts'
import { call } from '#web/api.ts'
import { Address } from '#web/kit/Address.tsx'
import { TextButton } from '#web/kit/Button.tsx'
import { Confirm, SecretOnItsWay } from '#web/kit/Confirm.tsx'
import { useOpener } from '#web/kit/focus.tsx'
import { EmptyState } from '#web/kit/Loading.tsx'
import { Row, Timestamp, TitledSection } from '#web/kit/Page.tsx'
import { clock, day, useNow } from '#web/kit/time.ts'
import { toast } from '#web/kit/toast.ts'
import { useChange } from '#web/kit/useChange.ts'
import type { KeyFor } from '#web/kit/useMutation.ts'
import { Deliveries } from './Deliveries.tsx'
import { type FreshSecret, SecretOnce, useFreshSecret } from './SecretOnce.tsx'
import { NewWebhook, ReviseWebhook } from './WebhookForms.tsx'

/** The addresses outside that are told of events. */
export function Webhooks({
  webhooks,
  recent,
}: {
  webhooks: readonly WireWebhook[]
  recent: ReadonlyMap<string, string>
}) {
  const [fresh, setFresh] = useFreshSecret(webhooks)
  return (
    <TitledSection
      title="Webhooks"
      aside="Signed. Retried for a week, then turned off; the admin who added it gets an email."
      id="webhooks"
    >
      {fresh && <SecretOnce secret={fresh} label="Webhook secret" />}
      {webhooks.length === 0 && (
        <Row>
          <EmptyState message="No webhooks yet" />
        </Row>
      )}
      <ul>
        {webhooks.map((webhook) => (
          <WebhookRow key={webhook.id} webhook={webhook} recent={recent.has(webhook.id)} onSecret={setFresh} />
        ))}
      </ul>
      <NewWebhook onAdded={setFresh} />
    </TitledSection>
  )
}

type WebhookRowProps = { webhook: WireWebhook; recent: boolean; onSecret(secret: FreshSecret): void }

const time = (at: string) => `${day(at)}, ${clock(at)}`

/** A webhook on one line: where, of what, how it answered, and what may be done about it. */
function WebhookRow({ webhook, recent, onSecret }: WebhookRowProps) {
  const { id, url, events, addedAt, revision, off, twoSecretsUntil, last, owner } = webhook
  const { revalidate } = useRevalidator()
  const now = useNow()
  const { mutate, change, pending } = useChange()
  const [asking, setAsking] = useState<'rotate' | 'remove'>()
  const [logShown, setLogShown] = useState(false)
  const [changing, setChanging] = useState(false)
  const editor = useOpener(changing)
  const body = { webhookId: id }
  const test = () =>
    mutate(async () => {
      const { message, delivered } = await call('testWebhook', { body })
      if (delivered) toast.success(message)
      else toast.error(message)
      await revalidate()
    })
  // It may have been switched back since a try whose answer was lost.
  const turn = (on: boolean) =>
    change((keyFor) => call('switchWebhook', { body: { ...body, on }, key: keyFor([on, revision]) }))
  const rotate = async (keyFor: KeyFor) => {
    const answer = await call('rotateWebhookSecret', { body, key: keyFor('rotate') })
    const [event] = answer.events
    const until = event?.type === 'WebhookSecretRotated' ? event.data.until : undefined
    onSecret({ id, title: url, text: answer.secret, until })
    return answer
  }
  const remove = (keyFor: KeyFor) => call('removeWebhook', { query: body, key: keyFor('remove') })
  const confirmed = async (send: typeof remove) => {
    if (await change(send)) setAsking(undefined)
  }
  const questions = {
    rotate: {
      question: 'Create a new secret?',
      warning: 'The old one works for another 24 hours. Replace it in that time.',
      yes: 'Create new secret',
      kind: 'solid',
      onYes: () => confirmed(rotate),
    },
    remove: {
      question: `Remove ${url}?`,
      warning: 'It gets no more events, and pending deliveries are discarded.',
      yes: 'Remove webhook',
      kind: 'void',
      onYes: () => confirmed(remove),
    },
  } as const

  return (
    <Row
      as="li"
      className="rule-below hookup is-webhook lines-py-3"
      bodyClass="grid items-baseline gap-1-5 text-3"
      recent={recent}
      margin={<Timestamp at={last?.at ?? addedAt} />}
    >
      <p className="hookup-what min-w-0">
        <b>
          <Address address={url} />
        </b>{' '}
        <small>
          {eventNames(events)}. Added by {owner}.
        </small>
        {twoSecretsUntil && Date.parse(twoSecretsUntil) > now && (
          <small>The old secret works until {time(twoSecretsUntil)}.</small>
        )}
      </p>
      <LastAnswer webhook={webhook} />
      <p className="hookup-acts row items-center gap-0-4" aria-busy={pending}>
        <TextButton onClick={test} disabled={pending}>
          Send test<span className="sr"> to {url}</span>
        </TextButton>
        <TextButton aria-expanded={logShown} onClick={() => setLogShown(!logShown)}>
          Deliveries<span className="sr"> to {url}</span>
        </TextButton>
        <TextButton ref={editor} aria-expanded={changing} onClick={() => setChanging(!changing)}>
          Edit<span className="sr"> {url}</span>
        </TextButton>
        <TextButton onClick={() => setAsking('rotate')} disabled={pending}>
          New secret<span className="sr"> for {url}</span>
        </TextButton>
        <TextButton onClick={() => turn(off !== undefined)} disabled={pending}>
          {off ? 'Turn on' : 'Turn off'}
          <span className="sr"> {url}</span>
        </TextButton>
        <TextButton onClick={() => setAsking('remove')}>
          Remove<span className="sr"> {url}</span>
        </TextButton>
      </p>
      {changing && <ReviseWebhook webhook={webhook} onClose={() => setChanging(false)} />}
      {logShown && <Deliveries webhookId={id} since={last?.at} onSent={() => revalidate()} />}
      {asking && <Confirm {...questions[asking]} pending={pending} onNo={() => setAsking(undefined)} />}
      {asking === 'rotate' && pending && <SecretOnItsWay />}
    </Row>
  )
}

/** How the last delivery went, and what follows from it. */
function LastAnswer({ webhook: { off, failingSince, last } }: { webhook: WireWebhook }) {
  const isGood = last?.status !== undefined && last.status >= 200 && last.status < 300
  return (
    <p>
      {last ? (
        <>
          <span className={isGood ? 'green' : 'red'}>{last.status ?? last.error}</span>
          {last.status !== undefined && ` in ${last.duration} ms`}
        </>
      ) : (
        'Nothing sent yet'
      )}
      {off === undefined && failingSince && <small>Failing since {time(failingSince)}</small>}
      {off === undefined && last?.nextAt && <small>Next try at {time(last.nextAt)}</small>}
      {off && (
        <small className="red">{off === 'failures' ? 'Turned off after a week of failures' : 'Turned off'}</small>
      )}
    </p>
  )
}
