/** How many clients are shown, and how many more at a time. */
export const pageSize = 50

/** How many clients an address asks for: those that were asked to be shown stay so after a reload, and on the way back. */
export function shownIn(search: URLSearchParams): number {
  const shown = Number(search.get('shown'))
  return Number.isInteger(shown) && shown > pageSize ? Math.min(shown, 2_000) : pageSize
}
