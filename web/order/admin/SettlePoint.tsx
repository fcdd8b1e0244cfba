import { useState } from 'react'
import type { DraftPhase, Point } from '#domain/order/design-draft.ts'
import { settlePoint } from '#domain/order/settle-point.ts'
import { Button, TextButton } from '#web/kit/Button.tsx'
import { Form } from '#web/kit/Form.tsx'
import { FocusFirst, useOpener } from '#web/kit/focus.tsx'
import { TextArea } from '#web/kit/TextArea.tsx'
import { useOrderCommand } from '#web/order/useOrderCommand.ts'
import '#web/kit/Choice.css'

/** Ticks a point of a round off, and answers it. */
export function SettlePoint({ phase, point }: { phase: DraftPhase; point: Point }) {
  const ticking = useOrderCommand(settlePoint)
  const { perform, errors, correct, pending } = useOrderCommand(settlePoint)
  const [isAnswering, setAnswering] = useState(false)
  const opener = useOpener(isAnswering)
  const { letter, done, answer } = point
  // It is ticked at once, and as the order has it when that is answered.
  const [ticked, setTicked] = useState<boolean>()
  const tick = async () => {
    if (ticking.pending) return
    setTicked(!done)
    await ticking.perform({ phase, point: letter, done: !done })
    setTicked(undefined)
  }
  return (
    <div className="settle-point">
      <p className="row items-center gap-0-4">
        <label className="choice text-3">
          <input type="checkbox" checked={ticked ?? done} onChange={() => void tick()} />
          <span>
            Done<span className="sr"> with point {letter}</span>
          </span>
        </label>
        <TextButton ref={opener} aria-expanded={isAnswering} onClick={() => setAnswering(!isAnswering)}>
          {answer ? 'Change answer' : 'Answer'}
          <span className="sr"> to point {letter}</span>
        </TextButton>
      </p>
      {isAnswering && (
        <Form
          onInput={correct}
          label={`Answer point ${letter}`}
          onSubmit={async ({ answer }) => (await perform({ phase, point: letter, answer })) && setAnswering(false)}
        >
          <FocusFirst />
          <TextArea
            name="answer"
            label={`Answer to point ${letter}`}
            defaultValue={answer}
            maxLength={1_000}
            error={errors.answer}
          />
          <div className="pt-2">
            <Button kind="line" small pending={pending}>
              Save answer
            </Button>
          </div>
        </Form>
      )}
    </div>
  )
}
