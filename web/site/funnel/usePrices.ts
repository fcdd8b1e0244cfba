import { useEffect, useState } from 'react'
import { type Prices, pricesFromWire } from '#domain/settings/prices.ts'
import { call } from '#web/api.ts'
import { messageOf } from '#web/http.ts'

/** The agency's prices, as they are now; or why they cannot be shown, and a way to ask again. */
export function usePrices(): { prices?: Prices; failure?: string; retry(): void } {
  const [known, setKnown] = useState<{ prices?: Prices; failure?: string }>({})
  const [tries, setTries] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again when the visitor wants it
  useEffect(() => {
    const left = new AbortController()
    call('getPricing', { signal: left.signal }).then(
      ({ data }) => setKnown({ prices: pricesFromWire(data[0]!) }),
      (error) => {
        if (!left.signal.aborted) setKnown({ failure: messageOf(error) })
      },
    )
    return () => left.abort()
  }, [tries])
  return {
    ...known,
    retry: () => {
      setKnown({})
      setTries(tries + 1)
    },
  }
}
