import { useState } from 'react'
import type { DraftPhase, Point } from '#domain/order/design-draft.ts'
import { pointsIn } from '#domain/order/review.ts'
import { settlePoint } from '#domain/order/settle-point.ts'
import { Button, TextButton } from '#web/kit/Button.tsx'
import { ConflictNote } from '#web/kit/Conflict.tsx'
import { TextArea } from '#web/kit/Field.tsx'
import { Form } from '#web/kit/Form.tsx'
import { FocusFirst, useOpener } from '#web/kit/focus.tsx'
import { useOrderCommand } from '#web/order/useOrderCommand.ts'
import { useOrderForm } from '#web/order/useOrderForm.ts'
import '#web/kit/Choice.css'

/** Ticks a point of a round off, and answers it. */
export function SettlePoint({ phase, point }: { phase: DraftPhase; point: Point }) {
  const ticking = useOrderCommand(settlePoint)
  const form = useAnswer(phase, point.letter)
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
    <div>
      <p className="row items-center gap-0-4">
        <label className="choice text-3">
          <input type="checkbox" checked={ticked ?? done} onChange={() => void tick()} />
          <span>
            Done<span className="sr"> with point {letter}</span>
          </span>
        </label>
        <TextButton ref={opener} aria-expanded={isAnswering} onClick={() => setAnswering(!isAnswering)}>
          {form.unsaved ? 'Unsaved answer' : answer ? 'Change answer' : 'Answer'}
          <span className="sr"> to point {letter}</span>
        </TextButton>
      </p>
      {isAnswering && (
        <Form label={`Answer point ${letter}`} onSubmit={async () => (await form.submit()) && setAnswering(false)}>
          <FocusFirst />
          <TextArea label={`Answer to point ${letter}`} maxLength={1_000} {...form.field('answer')} />
          <div className="pt-2">
            <Button kind="line" small pending={form.pending}>
              Save answer
            </Button>
            <ConflictNote form={form} />
          </div>
        </Form>
      )}
    </div>
  )
}

/** The form of a point’s answer, which another admin may give as well. */
const useAnswer = (phase: DraftPhase, letter: string) =>
  useOrderForm(settlePoint, {
    part: `${phase} ${letter}`,
    inputOf: (changes: { answer?: string }) => ({ phase, point: letter, ...changes }),
    valuesOf: (order) => ({ answer: pointsIn(order, phase).find((point) => point.letter === letter)?.answer }),
    valuesIn: ({ type, data }) =>
      type === 'PointSettled' && data.phase === phase && data.point === letter ? { answer: data.answer } : undefined,
  })
