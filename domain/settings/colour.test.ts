import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { accentOf, contrast, enoughContrast, isColour } from './colour.ts'

describe('the colour of an agency', () => {
  it('stays as it was chosen where it can be read', () => {
    const { light, dark } = accentOf('#1d49a0')
    expect(light).toEqual({ colour: '#1d49a0', contrast: expect.closeTo(7.3, 0) })
    expect(dark).toMatchObject({ instead: expect.closeTo(2, 0) })
    expect(dark.colour).not.toBe('#1d49a0')
  })

  it('is said to be moved, with what it would have had', () => {
    const { light } = accentOf('#ffd400') // yellow: near to white paper
    expect(light.instead).toBeLessThan(1.5)
    expect(light.contrast).toBeGreaterThanOrEqual(enoughContrast)
  })

  it('can be read on light and on dark paper, whichever it is', () =>
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 0xffffff }), (number) => {
        const chosen = `#${number.toString(16).padStart(6, '0')}`
        const { light, dark } = accentOf(chosen)
        expect([isColour(light.colour), isColour(dark.colour)]).toEqual([true, true])
        // The papers of tokens.css, their wells among them.
        for (const paper of ['#f9f7f0', '#f1eee5']) expect(contrast(light.colour, paper)).toBeGreaterThanOrEqual(4.5)
        for (const paper of ['#110e0b', '#1b1714']) expect(contrast(dark.colour, paper)).toBeGreaterThanOrEqual(4.5)
      }),
    ))

  it('has the contrasts of WCAG', () => {
    expect(contrast('#000000', '#ffffff')).toBeCloseTo(21)
    expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2)
    expect(contrast('#336699', '#336699')).toBe(1)
  })
})
