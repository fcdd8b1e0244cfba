import { call } from '#web/api.ts'
import { useChange } from '#web/kit/useChange.ts'

/** Requests the mail by which the person confirms their address. `send` shows how it went, and resolves to whether it did. */
export function useSendLink() {
  const { change, pending } = useChange()
  return { send: () => change(() => call('sendAddressProof')), pending }
}
