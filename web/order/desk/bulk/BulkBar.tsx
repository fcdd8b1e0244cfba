import { useState } from 'react'
import { counted, plural } from '#domain/count.ts'
import { formatMoney } from '#domain/money.ts'
import { completeOrCancel } from '#domain/order/close-order.ts'
import { openSteps } from '#domain/order/order.ts'
import type { OrderRow } from '#domain/order/row.ts'
import { sendMessage } from '#domain/order/send-message.ts'
import { stillToPay } from '#domain/order/worklist.ts'
import { newIdempotencyKey } from '#web/api.ts'
import { messageOf } from '#web/http.ts'
import { Button, TextButton } from '#web/kit/Button.tsx'
import { TextArea } from '#web/kit/Field.tsx'
import { Form } from '#web/kit/Form.tsx'
import { Dialog } from '#web/kit/Modal.tsx'
import { useIsLeft } from '#web/kit/unless-left.tsx'
import { loadZod } from '#web/lazy-zod.ts'
import { sendCommand } from '#web/order/useOrderCommand.ts'
import { announceDone, announceFailed } from './take-back.tsx'
import { type Result, useBulk } from './useBulk.ts'
import { useBulkText } from './useBulkText.ts'
import './Bulk.css'

type BulkBarProps = {
  rows: readonly OrderRow[]
  /** It was done for these. */
  onDone(ids: ReadonlySet<string>): void
  onClear(): void
}

/** The commands on all chosen orders at once. */
export function BulkBar({ rows, onDone, onClear }: BulkBarProps) {
  const [action, setAction] = useState<'complete' | 'message'>()
  return (
    <aside
      className="bulk-bar row items-center gap-2-4 bleed text-3 ink-above on-paper sticky"
      aria-label="Selected projects"
    >
      <p role="status">{rows.length} selected</p>
      <Button small onClick={() => setAction('complete')}>
        Complete projects
      </Button>
      <Button small kind="line" onClick={() => setAction('message')}>
        Send messages
      </Button>
      <TextButton onClick={onClear}>Clear selection</TextButton>
      {action && (
        <BulkDialog
          action={action}
          rows={rows}
          onClose={(done) => {
            setAction(undefined)
            if (done.size > 0) onDone(done)
          }}
        />
      )}
    </aside>
  )
}

type BulkDialogProps = {
  action: 'complete' | 'message'
  rows: readonly OrderRow[]
  /** Closed, after it was done for these orders. */
  onClose(done: ReadonlySet<string>): void
}

/** Confirms one command for many orders, and then shows the result of each. */
function BulkDialog({ action, rows: chosen, onClose }: BulkDialogProps) {
  const [rows] = useState(chosen) // as they were chosen, whatever moves behind
  const { text, intent, write, keepFor, reached } = useBulkText(rows)
  const [completion] = useState(newIdempotencyKey)
  const [missing, setMissing] = useState<string>()
  const [checking, setChecking] = useState(false)
  const isLeft = useIsLeft()
  const { results, run, ...bulk } = useBulk(
    async (row, key) => {
      if (action === 'complete') return sendCommand(completeOrCancel, row.id, { status: 'complete' }, { key })
      const result = await sendCommand(sendMessage, row.id, { text }, { key })
      reached(row.id)
      return result
    },
    action === 'message' ? intent : completion,
  )
  const running = checking || bulk.running
  const title =
    action === 'complete' ? `Complete ${counted(rows.length, 'project')}` : `Send ${counted(rows.length, 'message')}`
  const inState = (state: Result['state']) => rows.filter(({ id }) => results.get(id)?.state === state)
  const [done, failed] = [inState('done'), inState('failed')]
  const hasBegun = results.size > 0
  const isOver = hasBegun && !running
  const close = () => {
    const all = [...bulk.done().values()]
    onClose(new Set(all.map(({ row }) => row.id)))
    if (all.length > 0) announceDone(action, all)
  }
  const send = async (some: readonly OrderRow[]) => {
    const all = await run(some)
    if (!all) return
    const failed = rows.map((row) => ({ ...row, ...all.get(row.id)! })).filter(({ state }) => state === 'failed')
    if (action === 'message') keepFor(failed.filter(({ isFinal }) => !isFinal))
    if (failed.length === 0 || isLeft()) close()
    if (failed.length > 0 && isLeft()) announceFailed(action, failed)
  }
  const begin = async () => {
    if (action === 'message') {
      setChecking(true)
      const problem = await problemWith(text).catch(messageOf)
      setChecking(false)
      if (problem) {
        setMissing(problem)
        const failed = rows.map((row) => ({ ...row, message: problem }))
        return isLeft() && announceFailed(action, failed)
      }
      keepFor(rows)
    }
    void send(rows)
  }

  return (
    <Dialog title={title} closable={!running} onClose={close}>
      <Form label={title} onSubmit={begin}>
        {action === 'message' && (
          <TextArea
            name="text"
            label="Each client gets this as a separate message"
            error={missing}
            value={text}
            maxLength={5_000}
            readOnly={running || hasBegun}
            onChange={({ target }) => {
              write(target.value)
              setMissing(undefined)
            }}
          />
        )}
        <ul className="bulk-rows ink-above scroll-y">
          {rows.map((row) => (
            <li className="row justify-between gap-0-4 py-2 text-3 rule-below" key={row.id}>
              <span>{row.title}</span>
              <Said result={results.get(row.id)} warning={action === 'complete' ? warningOf(row) : closedOf(row)} />
            </li>
          ))}
        </ul>
        <div className="bulk-acts row items-center gap-3">
          <p role="status">{isOver && outcome(done.length, failed.length)}</p>
          {!isOver && <Button pending={running}>{title}</Button>}
          {isOver && failed.length > 0 && (
            <Button onClick={() => send(failed)}>
              {plural(failed.length, 'Try the failed one again', 'Try the failed ones again')}
            </Button>
          )}
          {!running && (
            <Button kind="line" onClick={close}>
              {isOver ? 'Close' : 'No, go back'}
            </Button>
          )}
        </div>
      </Form>
    </Dialog>
  )
}

/** What is wrong with a message, if anything. Throws `HttpError`. */
async function problemWith(text: string): Promise<string | undefined> {
  await loadZod()
  return sendMessage.input.safeParse({ orderId: 'each', text }).error?.issues[0]?.message
}

function outcome(done: number, failed: number): string {
  return done === 0 ? `${failed} failed.` : `${done} done, ${failed} failed.`
}

const inks: Record<Result['state'], string> = { sending: 'pencil', done: 'green', failed: 'red' }

function Said({ result, warning }: { result: Result | undefined; warning: string }) {
  if (!result) return warning && <span className="red">{warning}</span>
  return <span className={inks[result.state]}>{result.message}</span>
}

const closedOf = ({ status }: OrderRow): string => (status === 'open' ? '' : `Already ${status}`)

/** The warning against completing an order. */
function warningOf(row: OrderRow): string {
  const open = openSteps(row.steps).length
  const due = stillToPay(row)
  if (row.status !== 'open') return closedOf(row)
  return [
    ...(open > 0 ? [`${counted(open, 'step')} not done`] : []),
    ...(due > 0 ? [`${formatMoney(due)} to pay`] : []),
    ...(row.pending.payment ? ['a payment not checked yet'] : []),
  ].join(', ')
}
