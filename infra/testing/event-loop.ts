import { setImmediate as turn } from 'node:timers/promises'

/** Calls `each` in every turn of the event loop while something goes on, and once at its end. */
async function inEachTurn(work: Promise<unknown>, each: () => void): Promise<void> {
  let done = false
  const ended = work.finally(() => {
    done = true
  })
  while (!done) {
    await turn()
    each()
  }
  await ended
}

/** How many turns of the event loop others have while something goes on. */
export async function turnsDuring(work: Promise<unknown>): Promise<number> {
  let turns = 0
  await inEachTurn(work, () => turns++)
  return turns
}

/** How much at most is done in one turn of the event loop, of what `soFar` counts while something goes on. */
export async function mostInOneTurn(work: Promise<unknown>, soFar: () => number): Promise<number> {
  let [most, before] = [0, soFar()]
  await inEachTurn(work, () => {
    most = Math.max(most, soFar() - before)
    before = soFar()
  })
  return most
}
