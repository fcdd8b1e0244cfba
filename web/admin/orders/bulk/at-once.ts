/** How many are on their way at the same time. */
const together = 4

/** Does something for each, a few at a time. One that fails ends its own row of them: `act` has to catch what it throws. */
export async function atOnce<T>(all: readonly T[], act: (each: T) => Promise<void>): Promise<void> {
  const left = [...all]
  const worker = async () => {
    for (let each = left.shift(); each !== undefined; each = left.shift()) await act(each)
  }
  await Promise.all(Array.from({ length: together }, worker))
}
