import { expect, it } from 'vitest'
import { figmaFrame } from './design-link.ts'

it('frames a link to Figma', () => {
  const link = 'https://www.figma.com/design/abc/Looms?node-id=1-2'
  expect(figmaFrame(link)).toBe(`https://www.figma.com/embed?embed_host=share&url=${encodeURIComponent(link)}`)
})

// security: 3.8
it.each([
  'https://figma.com.example/design/abc',
  'https://www.figma.com.evil.test/design/abc',
  'https://example.com/figma.com',
  'http://www.figma.com/design/abc',
  'https://www.figma.com@example.com/',
  'https://somebody@www.figma.com/',
  'not a link',
])('frames nothing else: %s', (link) => expect(figmaFrame(link)).toBeUndefined())
