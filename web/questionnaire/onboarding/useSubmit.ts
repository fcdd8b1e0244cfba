import { useEffect, useRef, useState } from 'react'
import { unreachable } from '#web/api.ts'
import { send } from '#web/file-calls.ts'
import { HttpError, isRetryable } from '#web/http.ts'
import { toast, toastFailure } from '#web/kit/toast.ts'
import { useIdempotencyKey } from '#web/kit/useMutation.ts'

/** How long the success is read before the page moves on: milliseconds. */
const aMoment = 500

type Submission = {
  /** Builds what is sent, when it is sent. */
  form(): FormData
  /** The answers: the same ones are the same intent, and are recorded once. */
  what: unknown
  /** Called as soon as the answers were taken. */
  onTaken(): void
  /** Called a moment later. */
  onDone(): void
  /** Called when the server refused them as a whole, or they were cancelled. */
  onNotSent(): void
  /** Called when the server found something wrong, with a message for each question id. */
  onProblems(problems: Record<string, string>): void
}

/** Sends the answers with progress, once at a time. `part` is how much has gone out, undefined while nothing is sent. */
export function useSubmit() {
  const [part, setPart] = useState<number>()
  const [ended, setEnded] = useState<'failed' | 'refused' | 'cancelled'>()
  const inFlight = useRef<AbortController>(undefined)
  const intent = useIdempotencyKey()
  const moment = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(
    () => () => {
      inFlight.current?.abort()
      clearTimeout(moment.current)
    },
    [],
  )

  async function submit({ form, what, onTaken, onDone, onNotSent, onProblems }: Submission) {
    if (inFlight.current) return
    const controller = new AbortController()
    inFlight.current = controller
    setPart(0)
    setEnded(undefined)
    try {
      const answer = await send('submitAnswer', form(), {
        key: intent.keyFor(what),
        signal: controller.signal,
        onProgress: setPart,
      })
      intent.settle()
      onTaken()
      toast.success(answer.message)
      moment.current = setTimeout(onDone, aMoment) // still under way until then: nothing is sent twice
    } catch (error) {
      inFlight.current = undefined
      setPart(undefined)
      intent.settle(error)
      if (controller.signal.aborted) {
        setEnded('cancelled')
        return onNotSent()
      }
      // Said at its question, and nowhere else.
      if (error instanceof HttpError && Object.keys(error.fields).length > 0) return onProblems(error.fields)
      const mayHelp = !(error instanceof HttpError) || isRetryable(error)
      setEnded(mayHelp ? 'failed' : 'refused')
      if (!mayHelp) onNotSent()
      toastFailure(error, 'Something went wrong')
    }
  }

  return { submit, part, ended, cancel: () => inFlight.current?.abort(unreachable(false)) }
}
