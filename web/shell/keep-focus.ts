// Loaded with the first focus. Where what has the focus goes away, a browser gives the focus to the whole document. The next
// Tab begins at the top of the page then, and a screen reader falls silent. Here it goes to what stands in the place, and
// else to the heading over it.

import { keepInSight } from '#web/kit/in-sight.ts'

/** What has the focus, or had it last, and all that it stands in; empty where it was left on purpose. */
let around: Element[] = []
/** What had the focus in the page itself, before a message over it. */
let inPage: HTMLElement | undefined
/** When Tab was pressed last, and how long the focus may be on its way after that: milliseconds. */
let tabbed = Number.NEGATIVE_INFINITY
const passingMs = 1_000
const isTabbed = (at: number) => at - tabbed < passingMs
/** Beside what has gone: first what came after it, then what came before it. */
let beside: Element[] = []

const isShown = (element: Element | null | undefined): element is HTMLElement =>
  Boolean(element?.isConnected && element.checkVisibility())

function note(target: Element | null): void {
  around = []
  for (let each = target; each; each = each.parentElement) around.push(each)
  if (around.some((each) => each.matches('main, dialog'))) inPage = target as HTMLElement
}

/** Keeps what Tab reaches in sight (WCAG 2.4.11): a browser brings it into the window only, where a bar may stand over it. */
function keepFocusInSight(): void {
  const { activeElement, body } = document
  if (activeElement && activeElement !== body) keepInSight(activeElement)
}

note(document.activeElement)
if (document.activeElement?.matches(':focus-visible')) keepFocusInSight()
// One that is let go and was not pressed here has come from another window.
addEventListener('keyup', ({ key, timeStamp }) => key === 'Tab' && isTabbed(timeStamp) && keepFocusInSight())
addEventListener('keydown', ({ key, timeStamp }) => {
  if (key === 'Tab') tabbed = timeStamp
})
addEventListener('focusin', ({ target, timeStamp }) => {
  note(target as Element)
  // On its way through a frame of another site the focus comes after the key has gone up.
  if (isTabbed(timeStamp)) requestAnimationFrame(keepFocusInSight)
})
addEventListener('focusout', ({ relatedTarget }) => relatedTarget || lookSoon())
new MutationObserver((records) => {
  if (!around[0] || around[0].isConnected) return
  for (const { removedNodes, nextSibling, previousSibling } of records) {
    if (![...removedNodes].some((node) => around.includes(node as Element))) continue
    beside = [nextSibling, previousSibling].filter((node) => node instanceof Element)
  }
  lookSoon()
}).observe(document.body, { childList: true, subtree: true })

/** After a frame: the code that takes something from the page may say what has the focus now. */
function lookSoon(): void {
  requestAnimationFrame(() => setTimeout(look))
}

function look(): void {
  const [had] = around
  if (!had || document.activeElement !== document.body) return
  const place = isShown(had) ? undefined : placeFor()
  around = []
  if (!place) return
  if (place.tabIndex < 0) place.tabIndex = -1
  place.focus({ preventScroll: true })
}

/** The row in the place of one that has gone, a row that has lost a part, or the nearest heading. */
function placeFor(): HTMLElement | undefined {
  const gone = around.findLast((each) => !each.isConnected)
  const row = gone?.matches('li, tr') && beside.find((each) => each.matches('li, tr') && isShown(each))
  if (row) return row as HTMLElement
  const stays = around.filter(isShown)
  // A page whose whole content has gone is read from its beginning.
  if (!stays.some((each) => each.matches('main, dialog')))
    return [inPage, inPage && document.getElementById('main')].find(isShown)
  for (const each of stays) {
    if (each.matches('li, tr, fieldset')) return each
    if (!each.matches('section, article, aside, dialog, main')) continue
    const heading = [...each.querySelectorAll('h1, h2, h3')].find(isShown)
    if (heading) return heading
  }
  return undefined
}
