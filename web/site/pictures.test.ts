import { existsSync, readdirSync, statSync } from 'node:fs'
import { expect, it } from 'vitest'
import { works } from '#domain/site/works.ts'

const publicFolder = new URL('../public/', import.meta.url)
const sizeOf = (path: string) => statSync(new URL(path.replace(/^\//, ''), publicFolder)).size

it.each([
  ...works.map(({ title, images }) => [title, images] as const),
  ['the landing page', ['/pictures/hero', '/pictures/before', '/pictures/after']] as const,
])('the pictures of %s are there in four widths, as AVIF and WebP', (_, images) => {
  expect(images).toHaveLength(3)
  const files = images.flatMap((base) =>
    [480, 800, 1200, 1600].flatMap((width) => [`${base}-${width}.avif`, `${base}-${width}.webp`]),
  )
  expect(files.filter((path) => !existsSync(new URL(path.slice(1), publicFolder)))).toEqual([])
})

it('the film is there twice, each of less than 1.5 MB', () => {
  for (const film of ['/pictures/hero.webm', '/pictures/hero.mp4']) {
    expect(sizeOf(film)).toBeGreaterThan(100_000)
    expect(sizeOf(film)).toBeLessThan(1_500_000)
  }
})

it('all pictures together are small enough to be kept with the sources', () => {
  const folder = new URL('pictures/', publicFolder)
  const all = readdirSync(folder).reduce((sum, name) => sum + sizeOf(`pictures/${name}`), 0)
  expect(all).toBeLessThan(8_500_000)
})
