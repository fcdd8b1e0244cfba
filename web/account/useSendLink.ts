import { call } from '#web/api.ts'
import { useMutation } from '#web/kit/useMutation.ts'

/** Requests the mail by which the person confirms their address. `send` shows how it went, and resolves to whether it did. */
export function useSendLink() {
  const { change, pending } = useMutation()
  return { send: () => change(() => call('sendAddressProof')), pending }
}
