import { type RefObject, useLayoutEffect, useState } from 'react'

/** A rule from the plate's edge to an entry: heights in pixels, from the plate's top; `id` is the entry’s. */
type Rule = { id: string; from: number; to: number }

/**
 * Sets each entry of a list at the height of its pin on the plate beside it, or below the entry before. Returns the
 * rules from pin to entry, with the width of the gap between. An entry says its height by `data-y`, 0 to 1. Where the
 * list stands below the plate it is left as it is. `entries`: what the list has, as text.
 */
export function useRuledList(
  plate: RefObject<HTMLElement | null>,
  list: RefObject<HTMLElement | null>,
  entries: string,
): { rules: readonly Rule[]; gap: number } {
  const [ruled, setRuled] = useState<{ rules: readonly Rule[]; gap: number }>({ rules: [], gap: 0 })
  // biome-ignore lint/correctness/useExhaustiveDependencies: other entries are arranged anew
  useLayoutEffect(() => {
    const [picture, entriesList] = [plate.current, list.current]
    if (!picture || !entriesList) return
    const arrange = () => {
      const next = arranged(picture, entriesList)
      setRuled((before) => (JSON.stringify(before) === JSON.stringify(next) ? before : next))
    }
    arrange()
    const observer = new ResizeObserver(arrange)
    for (const each of [picture, entriesList, ...entriesList.children]) observer.observe(each)
    return () => observer.disconnect()
  }, [plate, list, entries])
  return ruled
}

function arranged(plate: HTMLElement, list: HTMLElement): { rules: Rule[]; gap: number } {
  const [picture, beside] = [plate.getBoundingClientRect(), list.getBoundingClientRect()]
  const gap = Math.round(beside.left - picture.right)
  const items = [...list.children] as HTMLElement[]
  if (gap <= 0) {
    for (const item of items) item.style.marginTop = ''
    return { rules: [], gap: 0 }
  }
  let bottom = 0
  const rules: Rule[] = []
  for (const item of items) {
    const { y, id = '' } = item.dataset
    const from = y === undefined ? undefined : Math.round(Number(y) * picture.height)
    const to = Math.max(from ?? bottom, bottom)
    item.style.marginTop = `${to - bottom}px`
    bottom = to + item.offsetHeight
    if (from !== undefined) rules.push({ id, from, to })
  }
  return { rules, gap }
}
