import { spawnSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { drafting } from './drafting/sheet.ts'

const target = new URL('../../../web/site/picture-points.ts', import.meta.url).pathname

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

/** Measures the parts to be ringed in the shown picture, in the order of its notes: boxes in pixels of the picture. */
export const measureRings = (page: Page) =>
  page.$$eval('[data-ring]', (elements) =>
    (elements as HTMLElement[])
      .sort((a, b) => Number(a.dataset.ring) - Number(b.dataset.ring))
      .map((element) => {
        const { x, y, width, height } = element.getBoundingClientRect()
        return { x: Math.round(x), y: Math.round(y), width: Math.round(width), height: Math.round(height) }
      }),
  )

const round = (fraction: number) => Math.round(fraction * 1000) / 1000

/** Writes the module with all that is measured. Throws when a work has not the five points, in order. */
export async function writeMeasured(
  points: readonly MeasuredPoint[],
  rings: Awaited<ReturnType<typeof measureRings>>,
): Promise<void> {
  const works = [1, 2, 3, 4, 5, 6].map((id) => {
    const own = points.filter((point) => point.id === id).sort((a, b) => a.letter.localeCompare(b.letter))
    const letters = own.map(({ letter }) => letter).join('')
    if (letters !== 'abcde') throw new Error(`Work ${id} has the points "${letters}", not "abcde".`)
    return `${id}: [${own.map(({ picture, x, y }) => `{ picture: ${picture}, x: ${round(x)}, y: ${round(y)} }`)}],`
  })
  await writeFile(
    target,
    `// Written by \`npm run pictures\`, which measures what is drawn where and when (infra/tools/pictures/points.ts).

/** Where one of the five points of a work is to be seen: in its 2nd or 3rd picture, at fractions of its width and height. */
export type PicturePoint = { picture: 2 | 3; x: number; y: number }

/** The points of each work of \`domain/site/works.ts\` by its id, in the order of its texts. */
export const picturePoints: Readonly<Record<number, readonly PicturePoint[]>> = {
${works.join('\n')}
}

/** The parts ringed in the picture before, in the order of its notes: boxes in pixels of the picture of 1600 by 1000. */
export const beforeRings = ${JSON.stringify(rings)} as const

/** When the film has what, in seconds: \`drafting\` in infra/tools/pictures/drafting/sheet.ts. */
export const filmTimes = ${JSON.stringify(drafting)} as const
`,
  )
  spawnSync('node_modules/.bin/biome', ['format', '--write', target])
}
