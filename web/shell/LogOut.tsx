import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { call } from '#web/api.ts'
import { toast } from '#web/kit/toast.ts'
import { leave } from './belongings.ts'
import { renewSession } from './session.ts'

/** The line of the menu that ends the session. */
export function LogOut() {
  const [pending, setPending] = useState(false)
  const navigate = useNavigate()

  const logOut = async () => {
    if (pending) return
    setPending(true)
    try {
      const { loggedout, message } = await leave(() => call('logout'))
      if (!loggedout) throw new Error(message)
      toast.success(message)
      await renewSession()
      await navigate('/login')
    } catch {
      toast.error('Failed to Logout')
    } finally {
      setPending(false)
    }
  }

  return (
    <li>
      <button type="button" className="menu-line" onClick={logOut} aria-disabled={pending || undefined}>
        Logout
      </button>
    </li>
  )
}
