import { useEffect, useReducer, useState } from 'react'
import { Link } from 'react-router-dom'
import type { WireDelivery } from '#domain/contract/integrations.ts'
import { eventName } from '#domain/integrations/event-names.ts'
import { call } from '#web/api.ts'
import { TextButton } from '#web/kit/Button.tsx'
import { Loading } from '#web/kit/Loading.tsx'
import { LoadMore } from '#web/kit/LoadMore.tsx'
import { clock, shortDay } from '#web/kit/time.ts'
import { toast } from '#web/kit/toast.ts'
import { useMutation } from '#web/kit/useMutation.ts'
import { onConnected } from '#web/live/socket.ts'

type Page = { data: WireDelivery[]; next?: string | undefined }

const words: Record<WireDelivery['state'], string> = { delivered: 'Delivered', waiting: 'Waiting', failed: 'Failed' }

type DeliveriesProps = {
  webhookId: string
  /** When the last try was: the log is loaded again when there is another. */
  since: string | undefined
  onSent(): void
}

/** Shows a webhook’s deliveries, the latest first, each with its tries; and sends one again. */
export function Deliveries({ webhookId, since, onSent }: DeliveriesProps) {
  const [page, setPage] = useState<Page>()
  const [failure, setFailure] = useState<string>()
  const [loads, loadAgain] = useReducer((count: number) => count + 1, 0)
  useEffect(() => onConnected(loadAgain), [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: another try is a reason to look again
  useEffect(() => {
    let left = false
    call('getDeliveries', { query: { webhookId, limit: 20 } }).then(
      (answer) => {
        if (left) return
        setFailure(undefined)
        setPage((shown) => withNewer(shown, answer))
      },
      (error: Error) => left || setFailure(error.message),
    )
    return () => {
      left = true
    }
  }, [webhookId, since, loads])

  const failed = failure && (
    <p className="red" role="alert">
      {failure} <TextButton onClick={loadAgain}>Try again</TextButton>
    </p>
  )
  if (!page) return <div className="deliveries">{failed ?? <Loading />}</div>
  if (page.data.length === 0) return <div className="deliveries">{failed ?? 'No deliveries yet.'}</div>
  const more = async () => {
    const { data, next } = await call('getDeliveries', { query: { webhookId, limit: 20, after: page.next } })
    setPage((shown = page) => ({ data: [...shown.data, ...data], next }))
  }
  const replace = (delivery: WireDelivery) => {
    setPage(({ data, ...rest } = page) => ({
      ...rest,
      data: data.map((each) => (each.id === delivery.id ? delivery : each)),
    }))
    onSent()
  }
  return (
    <div className="deliveries">
      {failed}
      <ol aria-label="Deliveries">
        {page.data.map((delivery) => (
          <DeliveryRow key={delivery.id} webhookId={webhookId} delivery={delivery} onSent={replace} />
        ))}
      </ol>
      {page.next && <LoadMore onMore={more}>Show older deliveries</LoadMore>}
    </div>
  )
}

/** Returns the shown page with the newer answer before it: what was loaded further down stays where the two meet. */
function withNewer(shown: Page | undefined, answer: Page): Page {
  if (!shown) return answer
  const newer = new Set(answer.data.map(({ id }) => id))
  const older = shown.data.filter(({ id }) => !newer.has(id))
  if (older.length === shown.data.length) return answer
  return { data: [...answer.data, ...older], next: older.length > 0 ? shown.next : answer.next }
}

type DeliveryRowProps = { webhookId: string; delivery: WireDelivery; onSent(delivery: WireDelivery): void }

function DeliveryRow({ webhookId, delivery, onSent }: DeliveryRowProps) {
  const { id, type, orderId, state, tries, attempts } = delivery
  const { mutate, pending } = useMutation()
  const send = () =>
    mutate(async () => {
      const answer = await call('replayDelivery', { body: { webhookId, deliveryId: id } })
      if (answer.delivered) toast.success(answer.message)
      else toast.error(answer.message)
      onSent(answer.delivery)
    })
  return (
    <li className="rule-above">
      <details>
        <summary className="pointer target content-center">
          <span className={state === 'delivered' ? 'green' : 'red'}>{words[state]}</span> {eventName(type)}{' '}
          <small>
            {shortDay(delivery.lastAt)} {clock(delivery.lastAt)}
            {tries > 1 && `, ${tries} attempts`}
          </small>
        </summary>
        <ul className="grid gap-2">
          {attempts.map(({ at, status, error, duration, answer }) => (
            <li key={at}>
              <time dateTime={at}>
                {shortDay(at)} {clock(at)}
              </time>{' '}
              {status ?? error} <small>in {duration} ms</small>
              {answer && <pre className="mt-1 text-2 break-anywhere on-paper-2">{answer}</pre>}
            </li>
          ))}
        </ul>
        <p className="hookup-acts row items-center gap-0-4">
          {type !== 'WebhookTested' && (
            <TextButton onClick={send} disabled={pending}>
              Resend
            </TextButton>
          )}
          {orderId && <Link to={`/order-detail/${orderId}`}>Open project</Link>}
        </p>
      </details>
    </li>
  )
}
