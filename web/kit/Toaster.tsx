import { createPortal } from 'react-dom'
import { resolveValue, type Toast, useToaster } from 'react-hot-toast/headless'
import { Cross, Tick } from './marks.tsx'
import { useTopModal } from './modals.ts'
import './Toaster.css'

// The limit of twenty at a time is the library's own.
const durations = {
  blank: { duration: 4000 },
  error: { duration: 4000 },
  success: { duration: 2000 },
  loading: { duration: Number.POSITIVE_INFINITY },
}

/** Where toasts appear, once, in the shell; over a dialog, inside it. They wait while the pointer or the focus is on them. */
export function Toaster() {
  const { toasts, handlers } = useToaster(durations)
  const modal = useTopModal()
  const toaster = (
    // biome-ignore lint/a11y/noStaticElementInteractions: the pointer only pauses the clock
    <div
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

const marks: Record<Toast['type'], React.ReactNode> = {
  success: <Tick />,
  error: <Cross />,
  blank: null,
  loading: null,
  custom: null,
}
