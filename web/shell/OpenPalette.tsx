import { type ComponentType, useEffectEvent, useLayoutEffect, useState } from 'react'
import { magnifier } from '#web/kit/marks.tsx'
import { toast } from '#web/kit/toast.ts'
import { useHydrated } from '#web/kit/useHydrated.ts'
import { viewedClient } from '#web/view-as.ts'
import { whyBroken } from './Failure.tsx'
import { useSession } from './session.ts'

const onApple = /Mac|iP(hone|ad|od)/.test(navigator.platform)

/**
 * Opens the command palette, by a click or by Ctrl+K (on Apple's, Cmd+K). It is loaded when it is first opened. Not where
 * an admin looks as a client: what it offers is not theirs to do.
 */
export function OpenPalette() {
  const { user } = useSession()
  return user && viewedClient === undefined && <Opener />
}

function Opener() {
  const [Palette, setPalette] = useState<ComponentType<{ onClose(): void }>>()
  const [pending, setPending] = useState(false)
  const [open, setOpen] = useState(false)
  const isApple = useHydrated() && onApple

  async function show() {
    if (pending) return
    if (!Palette) {
      setPending(true)
      try {
        const loaded = await import('#web/palette/Palette.tsx')
        setPalette(() => loaded.default)
      } catch {
        toast.error(whyBroken().next)
        return
      } finally {
        setPending(false)
      }
    }
    setOpen(true)
  }

  const byKey = useEffectEvent((event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey, shiftKey } = event
    if (key.toLowerCase() !== 'k' || altKey || shiftKey || !(isApple ? metaKey : ctrlKey)) return
    event.preventDefault()
    if (open) return setOpen(false)
    // What a dialog asks is answered first.
    if (!document.querySelector('dialog[open]')) void show()
  })
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent) => byKey(event)
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [])

  return (
    <>
      <button
        type="button"
        className="palette-open"
        aria-haspopup="dialog"
        aria-keyshortcuts={isApple ? 'Meta+K' : 'Control+K'}
        aria-busy={pending || undefined}
        onClick={show}
      >
        <svg className="pen" viewBox="0 0 20 20" aria-hidden="true">
          <path d={magnifier} />
        </svg>
        <span className="palette-open-word">Go to</span>
        <kbd className="hidden">{isApple ? '⌘ K' : 'Ctrl K'}</kbd>
      </button>
      {open && Palette && <Palette onClose={() => setOpen(false)} />}
    </>
  )
}
