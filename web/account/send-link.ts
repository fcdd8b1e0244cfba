import { call } from '#web/api.ts'
import { toast, toastFailure } from '#web/kit/toast.ts'

/** Has the link mailed by which the person confirms their address. Says how it went, and whether it did. */
export async function sendLink(): Promise<boolean> {
  try {
    toast.success((await call('sendAddressProof')).message)
    return true
  } catch (error) {
    toastFailure(error)
    return false
  }
}
