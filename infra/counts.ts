/** How much there is of each key. A key of which there is nothing takes no room. */
export function createCounts() {
  const counts = new Map<string, number>()
  const of = (key: string) => counts.get(key) ?? 0
  return {
    /** 0 for a key of which there is nothing. */
    of,
    /** Adds to a key's count, or takes away from it. */
    add(key: string, amount: number): void {
      const sum = of(key) + amount
      if (sum === 0) counts.delete(key)
      else counts.set(key, sum)
    },
  }
}
