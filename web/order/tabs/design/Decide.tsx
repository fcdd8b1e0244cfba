import { counted } from '#domain/count.ts'
import { formatMoney, toWireRupees } from '#domain/money.ts'
import { approveDraft } from '#domain/order/approve-draft.ts'
import type { DraftPhase } from '#domain/order/design-draft.ts'
import { amountOnceApproved, payableNow } from '#domain/order/instalments.ts'
import { nextRound, pointsIn } from '#domain/order/review.ts'
import { askLabel, leftOut, priceInWords, staysOpen } from '#domain/words/review.ts'
import { send } from '#web/file-calls.ts'
import { Button, TextButton } from '#web/kit/Button.tsx'
import { FieldError } from '#web/kit/Field.tsx'
import { Form } from '#web/kit/Form.tsx'
import { Cross } from '#web/kit/marks.tsx'
import { Row } from '#web/kit/Page.tsx'
import { useShownOrder } from '#web/order/context.ts'
import { NewerVersion } from '#web/order/NewerVersion.tsx'
import { useOrderCommand, useOrderMutation } from '#web/order/useOrderCommand.ts'
import { useFocusOnPoint } from './useFocusOnPoint.ts'
import { fileOf, type UnsentPoint, type UnsentReview } from './useUnsentReview.ts'

type DecideProps = { version: number; phase: DraftPhase; unsentReview: UnsentReview }

/** The client’s decision on the latest version: approve it, or ask for changes, each with its consequences. */
export const Decide = (props: DecideProps) => (
  <Row margin={<i className="red">Now</i>} id="decide">
    {props.unsentReview.isOutdated ? (
      <div className="ink-above py-4">
        <NewerVersion version={props.version} onRead={props.unsentReview.beginAgain} />
      </div>
    ) : (
      <div className="decide grid ink-above">
        <Approve {...props} />
        <AskForChanges {...props} />
      </div>
    )}
  </Row>
)

function Approve({ version, phase, unsentReview }: DecideProps) {
  const { name, setName, clear, written } = unsentReview
  const { order } = useShownOrder()
  const { perform, errors, correct, pending } = useOrderCommand(approveDraft)
  const open = pointsIn(order, phase).filter(({ done }) => !done)
  const more = amountOnceApproved(order, phase) - (payableNow(order)?.amount ?? 0)
  const approve = async () => {
    if (await perform({ version, name })) clear()
  }
  return (
    <Form label="Approve the design" command="approveDraft" onSubmit={approve} onInput={correct}>
      <h2>Approve the {phase}</h2>
      <p className="ink-2">Version {version}. Type your name to approve it.</p>
      <div className="name-line mt-4 flex items-end gap-3">
        <span className="red">
          <Cross />
        </span>
        <label className="sr" htmlFor="review-name">
          Your name
        </label>
        <input
          className="min-w-0 border-0 serif italic wet"
          id="review-name"
          name="name"
          autoComplete="name"
          maxLength={200}
          placeholder="Your name"
          value={name}
          aria-invalid={errors.name ? true : undefined}
          aria-describedby={errors.name ? 'review-name-error' : undefined}
          onChange={({ target }) => setName(target.value)}
        />
      </div>
      <FieldError id="review-name-error" error={errors.name} />
      <Sums
        rows={[
          ...(more > 0 ? [['Then due', formatMoney(more)] as const] : []),
          ...(open.length > 0 ? [[staysOpen(open), 'free'] as const] : []),
          ['The approval', 'free'],
        ]}
      />
      <div className="decide-act pt-5">
        <Button pending={pending} disabled={written.length > 0}>
          Approve version {version}
        </Button>
        <UnsentPoints unsentReview={unsentReview} />
      </div>
    </Form>
  )
}

/** Says that points are not sent, and discards them when they are not wanted. */
function UnsentPoints({ unsentReview: { written, clearPoints } }: Pick<DecideProps, 'unsentReview'>) {
  const discard = () => {
    clearPoints(written)
    document.getElementById('review-name')?.focus()
  }
  return (
    <div className="row items-center gap-0-4">
      <p className="small" role="status">
        {written.length > 0 && <span className="block pt-2">{leftOut(written.length)}</span>}
      </p>
      {written.length > 0 && <TextButton onClick={discard}>Discard {counted(written.length, 'point')}</TextButton>}
    </div>
  )
}

function AskForChanges({ version, phase, unsentReview: { points, written, add, clearPoints } }: DecideProps) {
  const { id, order } = useShownOrder()
  const { change, errors, correct, pending } = useOrderMutation('cannot be taken back')
  const { round, price } = nextRound(order, phase)
  const focus = useFocusOnPoint()
  const ask = async () => {
    const entered = { version, price: toWireRupees(price ?? 0), points: written }
    const isDone = await change(entered, async (key) => send('requestChanges', await formOf(id, entered), { key }))
    if (isDone) clearPoints(written)
  }
  const writePoint = () => {
    const [empty] = points
    if (empty) document.getElementById(`point-${empty.id}`)?.focus()
    else focus(`point-${add()}`)
  }
  return (
    <Form label="Ask for changes" command="requestChanges" onSubmit={ask} onInput={correct}>
      <h2>Ask for changes</h2>
      <p className="ink-2">One list. Add your points beside the design, then send them together.</p>
      <Sums
        rows={[
          [written.length > 0 ? `${counted(written.length, 'point')} in this round` : 'No points yet', ''],
          [`Round ${round}${price ? ', added to your invoice' : ''}`, priceInWords(price)],
          ...(price === 0 ? [['A round after the free ones', '2% of the price'] as const] : []),
        ]}
      />
      <FieldError error={errors.points} />
      <div className="decide-act pt-5">
        <Button kind="line" pending={pending} disabled={written.length === 0}>
          {askLabel(price)}
        </Button>
        {written.length === 0 && (
          <p className="small">
            <TextButton onClick={writePoint}>Write your first point</TextButton>, then ask.
          </p>
        )}
      </div>
    </Form>
  )
}

/** A round as it is sent: the fields first, so that the server can refuse before it takes a picture in. */
async function formOf(
  orderId: string,
  { version, price, points }: { version: number; price: string; points: readonly UnsentPoint[] },
): Promise<FormData> {
  const form = new FormData()
  const pictures = points.flatMap(({ picture }) => picture ?? [])
  form.set('orderId', orderId)
  form.set('version', String(version))
  form.set('price', price)
  form.set(
    'points',
    JSON.stringify(
      points.map(({ text, pin, picture }) => ({
        text,
        pin,
        ...(picture ? { picture: pictures.indexOf(picture) } : {}),
      })),
    ),
  )
  for (const picture of pictures) form.append('files', await fileOf(picture))
  return form
}

const Sums = ({ rows }: { rows: readonly (readonly [what: string, amount: string])[] }) => (
  <dl className="mt-4 ink-above text-3">
    {rows.map(([what, amount]) => (
      <div className="grid columns-1-auto gap-4 items-baseline rule-below py-2" key={what}>
        <dt>{what}</dt>
        <dd className="serif-5-13 tabular nowrap">{amount}</dd>
      </div>
    ))}
  </dl>
)
