import { call } from '#web/api.ts'
import { toast, toastFailure } from '#web/kit/toast.ts'

/** Requests the mail by which the person confirms their address. Shows how it went, and returns whether it did. */
export async function sendLink(): Promise<boolean> {
  try {
    toast.success((await call('sendAddressProof')).message)
    return true
  } catch (error) {
    toastFailure(error)
    return false
  }
}
