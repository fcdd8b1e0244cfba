import { useRef, useState } from 'react'
import { newIdempotencyKey } from '#web/api.ts'
import { messageOf } from '#web/http.ts'
import { useShownOrder } from '#web/order/context.ts'

/**
 * A picture of a payment: it goes into the conversation when the report is sent, and once however often that is tried. `send`
 * resolves to the id it is shared under, and rejects where it was not taken.
 */
export function useScreenshot(before?: string) {
  const { id: orderId, applyEvents } = useShownOrder()
  const [problem, setProblem] = useState<string>()
  const [sent, setSent] = useState<number>()
  const chosen = useRef<{ file: File; key: string; sharedAs?: string }>(undefined)

  function choose(file: File | undefined) {
    chosen.current = file && { file, key: newIdempotencyKey() }
    setProblem(undefined)
  }

  async function send(caption: string): Promise<string | undefined> {
    const picture = chosen.current
    if (!picture) return before
    if (picture.sharedAs) return picture.sharedAs
    const form = new FormData()
    form.set('orderId', orderId)
    form.set('captions', JSON.stringify([caption]))
    form.set('files', picture.file)
    try {
      const { send } = await import('#web/file-calls.ts')
      const { events } = await send('shareFiles', form, { key: picture.key, onProgress: setSent })
      applyEvents(events)
      picture.sharedAs = events[0]!.id
      return picture.sharedAs
    } catch (error) {
      setProblem(messageOf(error))
      throw error
    } finally {
      setSent(undefined)
    }
  }

  const hint =
    sent === undefined ? 'A picture or PDF. It also appears in your messages.' : `Sending, ${Math.round(sent * 100)}%`
  return { choose, send, problem, hint }
}
