import { useEffect, useReducer, useRef } from 'react'
import { createPortal } from 'react-dom'
import { resolveValue, type Toast, useToaster } from 'react-hot-toast/headless'
import { Cross, Tick } from './marks.tsx'
import './Toaster.css'

/**
 * Where toasts appear, once, in the shell; over a dialog, inside it. They wait while the pointer or the focus is on them. How
 * long they stay, and that there are twenty at most, is the library’s own.
 */
export function Toaster() {
  const { toasts, handlers } = useToaster()
  const [, drawAnew] = useReducer((times: number) => times + 1, 0)
  // What is outside of a modal dialog can be neither reached nor heard.
  const modal = toasts.length > 0 ? [...document.querySelectorAll('dialog:modal')].at(-1) : undefined
  useEffect(() => modal?.addEventListener('close', drawAnew), [modal])
  useEffect(() => document.addEventListener('toggle', drawAnew, true), []) // a dialog opens over them
  const element = useRef<HTMLDivElement>(null)
  // One that goes with the pointer or the focus on it tells nothing of that.
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever one comes or goes
  useEffect(() => {
    if (!element.current!.matches(':hover, :focus-within')) handlers.endPause()
  }, [toasts])
  const toaster = (
    // biome-ignore lint/a11y/noStaticElementInteractions: the pointer only pauses the clock
    <div
      ref={element}
      className="toaster"
      onMouseEnter={handlers.startPause}
      onMouseLeave={handlers.endPause}
      onFocus={handlers.startPause}
      onBlur={handlers.endPause}
    >
      {toasts.map((toast) => (
        <div key={toast.id} className="toast" data-type={toast.type} data-leaving={!toast.visible} {...toast.ariaProps}>
          {marks[toast.type]}
          <span>{resolveValue(toast.message, toast)}</span>
        </div>
      ))}
    </div>
  )
  return modal ? createPortal(toaster, modal) : toaster
}

const marks: Partial<Record<Toast['type'], React.ReactNode>> = { success: <Tick />, error: <Cross /> }
