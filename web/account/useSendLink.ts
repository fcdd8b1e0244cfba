import { call } from '#web/api.ts'
import { toast } from '#web/kit/toast.ts'
import { useMutation } from '#web/kit/useMutation.ts'

/** Requests the mail by which the person confirms their address. `send` shows how it went, and resolves to whether it did. */
export function useSendLink() {
  const { mutate, pending } = useMutation()
  const send = () =>
    mutate(async () => {
      toast.success((await call('sendAddressProof')).message)
      return true
    })
  return { send, pending }
}
