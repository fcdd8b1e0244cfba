// Stands in the HTML of the pages that the server has rendered (render/render.tsx), which can be read, and whose links can be
// followed, without any script. The scripts are loaded at the first sign that a visitor uses the page, and those of a person's
// page once it is painted. What is pressed or written until the page listens is pressed or written again then.

const { app = '', also = '[]', now } = document.querySelector<HTMLElement>('script[data-app]')!.dataset

const signs = ['pointermove', 'pointerdown', 'touchstart', 'keydown', 'focusin', 'scroll', 'wheel'] as const
const presses = ['click', 'submit'] as const

/** The pressed controls, each once however often: who presses again does so because nothing has happened yet. */
const pressed = new Map<Element, () => void>()

/** The boxes that were ticked, or not any more. */
const ticks = new Map<Element, boolean>()

/** The keys that were pressed, and do something by themselves. */
const keys: { target: EventTarget; event: KeyboardEvent }[] = []

/** Takes a sign for what it is: a browser moves the pointer, or scrolls, by itself too as a page comes. */
function notice(event: Event) {
  if (event instanceof PointerEvent && event.type === 'pointermove' && !event.movementX && !event.movementY) return
  if (event.type === 'scroll' && scrollY === 0) return
  load()
}

let loading = false
let isLongOpen = false
function load() {
  if (loading) return
  loading = true
  isLongOpen = performance.now() > 60_000 // there may be a newer server since
  for (const sign of signs) removeEventListener(sign, notice, true)
  const scripts = [app, ...(JSON.parse(also) as string[])]
  for (const href of scripts) {
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }))
  }
  void evaluate(scripts.reverse())
}

/** Evaluates one script after another, what others need first, so that the browser may draw and answer between them. */
async function evaluate(scripts: readonly string[]) {
  for (const script of scripts) {
    await evaluateOne(script)
    await new Promise((next) => {
      const { port1, port2 } = new MessageChannel() // a timer would wait
      port1.onmessage = next
      port2.postMessage(0)
    })
  }
}

/**
 * Evaluates a script; where it does not come, again: after a while, or once the browser is online. Many browsers remember that a
 * script did not come, and a newer server has others: a page whose script fails although its server answers is reloaded.
 */
async function evaluateOne(script: string, pauseMs = 1_000, isAnswered = false): Promise<void> {
  try {
    await import(/* @vite-ignore */ script)
  } catch {
    if (isAnswered) reloadOnce()
    await new Promise((again) => {
      setTimeout(again, pauseMs)
      addEventListener('online', again, { once: true })
    })
    const answer = await fetch(script).catch(() => undefined)
    await evaluateOne(script, pauseMs * 2, answer?.ok || answer?.status === 404)
  }
}

/** Reloads a page that was not reloaded yet, or long before its scripts were wanted. */
function reloadOnce() {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  if (navigation && (isLongOpen || navigation.type !== 'reload')) location.reload()
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

/** Holds a key that does something by itself: `?`, `R`, Ctrl+K. What is typed into a field is not one. */
function holdKey(event: KeyboardEvent): void {
  const { key, ctrlKey, metaKey, altKey, target } = event
  const isShortcut = key.length === 1 && key !== ' ' && !altKey && (key.toLowerCase() === 'k' || !(ctrlKey || metaKey))
  if (!isShortcut || (target as Element).closest('input:not([type="checkbox"]), textarea, select')) return
  event.preventDefault()
  keys.push({ target: target!, event })
}

/** Notes what is ticked and chosen: React puts back what it finds otherwise than it was drawn, some time before the page listens. */
function noteTick({ target }: Event): void {
  if (target instanceof HTMLInputElement) ticks.set(target, target.checked)
}

for (const sign of signs) addEventListener(sign, notice, { capture: true, passive: true })
for (const press of presses) addEventListener(press, hold, true)

document.addEventListener(
  'drawn',
  () => {
    const pressAgain = () => {
      for (const press of presses) removeEventListener(press, hold, true)
      for (const [element, press] of pressed) if (element.isConnected) press()
    }
    if (now === undefined) return pressAgain()
    // One after the other: what is pressed sends what was written, so what is pressed in between waits as well.
    setTimeout(() => {
      removeEventListener('keydown', holdKey, true)
      removeEventListener('change', noteTick, true)
      setTimeout(pressAgain)
      replayEarlyInput()
    })
  },
  { once: true },
)

if (now !== undefined) {
  addEventListener('keydown', holdKey, true)
  addEventListener('change', noteTick, true)
  if (document.hidden) load()
  else requestAnimationFrame(() => setTimeout(load))
}

try {
  // What this window has kept is gone on with at once: the funnel, or a way to a new password. With a hash it is scrolled to.
  if (sessionStorage.length > 0 || location.hash) load()
} catch {
  // Storage may be refused.
}

/**
 * Writes, ticks and chooses again what differs from how the page was drawn, then presses the keys. React takes no notice of
 * what it finds written and chosen, and hears no key that was pressed before.
 */
function replayEarlyInput(): void {
  for (const field of document.querySelectorAll('input, textarea, select')) {
    if (field instanceof HTMLSelectElement) replayChoice(field)
    else if (field.matches('[type="file"]')) replayFiles(field as HTMLInputElement)
    else if (field instanceof HTMLInputElement && (ticks.get(field) ?? field.checked) !== field.defaultChecked)
      replayTick(field)
    else if ((field as HTMLInputElement).value !== (field as HTMLInputElement).defaultValue) replayText(field)
  }
  for (const { target, event } of keys) target.dispatchEvent(new KeyboardEvent('keydown', event))
}

function replayChoice(select: HTMLSelectElement): void {
  const isAsDrawn = [...select.options].every(({ selected, defaultSelected }) => selected === defaultSelected)
  if (!isAsDrawn) select.dispatchEvent(new Event('change', { bubbles: true }))
}

function replayFiles(input: HTMLInputElement): void {
  if (input.files?.length) input.dispatchEvent(new Event('change', { bubbles: true }))
}

function replayTick(box: HTMLInputElement): void {
  box.checked = box.defaultChecked
  box.click()
}

/** Calls the prototype's setter of `value`, past the one by which React tracks it, so that React sees a change. */
function replayText(field: Element): void {
  const { value } = field as HTMLInputElement
  ;(field as HTMLInputElement).value = ''
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')!.set!.call(field, value)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}
