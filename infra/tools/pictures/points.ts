import { spawnSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'

const target = new URL('../../../web/marketing/picture-points.ts', import.meta.url).pathname

/** A point as it lies in the picture of `work-{id}-{picture}`. */
export type MeasuredPoint = { id: number; letter: string; picture: number; x: number; y: number }

/** Where the points of a shown picture are, as fractions of its width and height. */
export async function measurePoints(page: Page, name: string): Promise<MeasuredPoint[]> {
  const [, id, picture] = name.split('-').map(Number)
  const found = await page.$$eval('[data-point]', (elements) =>
    elements.map((element) => {
      const { x, y } = element.getBoundingClientRect()
      return { letter: (element as HTMLElement).dataset.point!, x: x / innerWidth, y: y / innerHeight }
    }),
  )
  return found.map((point) => ({ ...point, id: id!, picture: picture! }))
}

const round = (fraction: number) => Math.round(fraction * 1000) / 1000

/** Writes the module with the points of all works. Throws when a work has not the five, in order. */
export async function writePoints(points: readonly MeasuredPoint[]): Promise<void> {
  const works = [1, 2, 3, 4, 5, 6].map((id) => {
    const own = points.filter((point) => point.id === id).sort((a, b) => a.letter.localeCompare(b.letter))
    const letters = own.map(({ letter }) => letter).join('')
    if (letters !== 'abcde') throw new Error(`Work ${id} has the points "${letters}", not "abcde".`)
    return `${id}: [${own.map(({ picture, x, y }) => `{ picture: ${picture}, x: ${round(x)}, y: ${round(y)} }`)}],`
  })
  await writeFile(
    target,
    `// Written by \`npm run pictures\`, which measures where the points are drawn (infra/tools/pictures/points.ts).

/** Where one of the five points of a work is to be seen: in its 2nd or 3rd picture, at fractions of its width and height. */
export type PicturePoint = { picture: 2 | 3; x: number; y: number }

/** The points of each work of \`domain/works.ts\` by its id, in the order of its texts. */
export const picturePoints: Readonly<Record<number, readonly PicturePoint[]>> = {
${works.join('\n')}
}
`,
  )
  spawnSync('node_modules/.bin/biome', ['format', '--write', target])
}
