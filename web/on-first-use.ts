// Stands in the HTML of the public pages (render/document.ts), which can be read, and whose links can be followed, without
// any script. The scripts are loaded at the first sign that the visitor uses the page, and what they pressed until the page
// listens is pressed again then.

const { app = '', also = '[]' } = document.querySelector<HTMLElement>('script[data-app]')!.dataset

const signs = ['pointermove', 'pointerdown', 'touchstart', 'keydown', 'focusin', 'scroll', 'wheel'] as const
const presses = ['click', 'submit'] as const

/** What was pressed, each once however often: who presses again does so because nothing has happened yet. */
const pressed = new Map<Element, () => void>()

/** Takes a sign for what it is: a browser moves the pointer, or scrolls, by itself too as a page comes. */
function notice(event: Event) {
  if (event instanceof PointerEvent && event.type === 'pointermove' && !event.movementX && !event.movementY) return
  if (event.type === 'scroll' && scrollY === 0) return
  load()
}

let loading = false
function load() {
  if (loading) return
  loading = true
  for (const sign of signs) removeEventListener(sign, notice, true)
  for (const href of JSON.parse(also) as string[]) {
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }))
  }
  import(/* @vite-ignore */ app).catch(() => {
    for (const press of presses) removeEventListener(press, hold, true)
  })
}

function hold(event: Event) {
  const target = event.target as Element
  const button = target.closest('button')
  if (event instanceof SubmitEvent) {
    const { submitter } = event
    pressed.set(target, () => (target as HTMLFormElement).requestSubmit(submitter))
  } else if (button && button.type !== 'submit') pressed.set(button, () => button.click())
  else return
  event.preventDefault()
  event.stopImmediatePropagation()
  load()
}

for (const sign of signs) addEventListener(sign, notice, { capture: true, passive: true })
for (const press of presses) addEventListener(press, hold, true)

document.addEventListener(
  'drawn',
  () => {
    for (const press of presses) removeEventListener(press, hold, true)
    for (const [element, press] of pressed) if (element.isConnected) press()
  },
  { once: true },
)

try {
  // What this window has kept is gone on with at once: the funnel, or a way to a new password. With a hash it is scrolled to.
  if (sessionStorage.length > 0 || location.hash) load()
} catch {
  // Storage may be refused.
}
