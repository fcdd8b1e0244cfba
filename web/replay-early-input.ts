// Replays input from before the page listened (on-first-use.ts). React takes no notice of what
// it finds written and chosen, and hears no key that was pressed before.

const keys: { target: EventTarget; event: KeyboardEvent }[] = []

/** Holds a key that does something by itself: `?`, `R`, Ctrl+K. What is typed into a field is not one. */
export function holdKey(event: KeyboardEvent): void {
  const { key, ctrlKey, metaKey, altKey, target } = event
  const isShortcut = key.length === 1 && key !== ' ' && !altKey && (key.toLowerCase() === 'k' || !(ctrlKey || metaKey))
  if (!isShortcut || (target as Element).closest('input:not([type="checkbox"]), textarea, select')) return
  event.preventDefault()
  keys.push({ target: target!, event })
}

/** Writes, ticks and chooses again what differs from how the page was drawn, then presses the keys. */
export function replayEarlyInput(): void {
  for (const field of document.querySelectorAll('input, textarea, select')) {
    if (field instanceof HTMLSelectElement) replayChoice(field)
    else if (field instanceof HTMLInputElement && field.checked !== field.defaultChecked) replayTick(field)
    else if ((field as HTMLInputElement).value !== (field as HTMLInputElement).defaultValue) replayText(field)
  }
  for (const { target, event } of keys) target.dispatchEvent(new KeyboardEvent('keydown', event))
}

function replayChoice(select: HTMLSelectElement): void {
  const isAsDrawn = [...select.options].every(({ selected, defaultSelected }) => selected === defaultSelected)
  if (!isAsDrawn) select.dispatchEvent(new Event('change', { bubbles: true }))
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
