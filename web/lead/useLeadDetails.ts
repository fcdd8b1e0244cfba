import { useCallback, useEffect, useRef, useState } from 'react'
import { accountStreams } from '#domain/account/account.ts'
import type { AnswerOf } from '#domain/contract/call.ts'
import type { Contract } from '#domain/contract/contract.ts'
import { streamOf, type WireEvent } from '#domain/event.ts'
import { leads } from '#domain/lead/actions.ts'
import { call } from '#web/api.ts'
import { HttpError } from '#web/http.ts'
import { followEvents } from '#web/live/socket.ts'

export type LeadDetails = AnswerOf<Contract['getLead']>

/** A lead with its client, its invitation and who may be the same person, followed live. `reload` throws `HttpError`. */
export function useLeadDetails(id: string) {
  const [details, setDetails] = useState<LeadDetails>()
  const [error, setError] = useState<HttpError>()
  const latest = useRef(0)

  const reload = useCallback(async (): Promise<LeadDetails> => {
    const turn = ++latest.current
    const answer = await call('getLead', { query: { id } })
    // An answer that was overtaken says nothing new.
    if (turn === latest.current) {
      setDetails(answer)
      setError(undefined)
    }
    return answer
  }, [id])

  const load = useCallback(() => {
    const turn = latest.current + 1
    return reload().then(undefined, (error) => {
      if (turn !== latest.current) return
      const failure = error instanceof HttpError ? error : new HttpError(0, error)
      setError(failure)
      if (failure.status === 404) setDetails(undefined) // the lead is erased
    })
  }, [reload])

  useEffect(() => {
    const streams = new Set([streamOf(leads, id), streamOf(accountStreams, id)])
    void load()
    // Another lead that comes or goes may be the same person.
    const concerns = ({ stream, type }: WireEvent) => streams.has(stream) || /^Lead(Submitted|Erased)$/.test(type)
    return followEvents((event) => concerns(event) && void load(), load)
  }, [id, load])

  return { details, error, reload, load }
}
