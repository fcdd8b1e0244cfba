import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { withoutDecisions } from './web-actions.ts'

const root = join(import.meta.dirname, '../../..')

/** Returns the part of a file that pages are built with. */
function built(path: string): string {
  const id = join(root, path)
  const code = readFileSync(id, 'utf8')
  const transform = withoutDecisions.transform as (code: string, id: string) => { code: string } | undefined
  return transform(code, id)?.code ?? code
}

describe('what pages are built with of an order', () => {
  it('is what an event changes and says, and not the schema of its data', () => {
    const code = built('domain/order/toggle-step.ts')
    expect(code).toMatch(/orderEvent\(\s*'StepToggled',\s*\{\},/)
    expect(code).toContain('apply: (order, data')
    expect(code).toContain('is done')
  })

  it('is where a command is sent and what it is checked by, and not its rule', () => {
    const code = built('domain/order/toggle-step.ts')
    expect(code).toContain("call: 'PUT /api/update-progress-status'")
    expect(code).toContain('The step id is missing or invalid')
    expect(code).not.toContain('decide')
    expect(code).not.toContain('This step doesn’t exist')
  })

  it('is no input of a command that no page sends', () =>
    expect(built('domain/order/open-order.ts')).toMatch(/orderCommand\(\s*'openOrder',\s*\{\},/))

  it('is what pages send of an input, and no import that only a rule has named', () => {
    const code = built('domain/order/issue-invoice.ts')
    expect(code).toMatch(/orderCommand\(\s*'issueInvoice',\s*sentBody,/)
    expect(code).not.toContain('document-numbers')
    expect(code).toContain("from './issued.ts'")
  })

  it('is the way in of a field, and not the way out', () => {
    const code = built('domain/order/fields.ts')
    expect(code).toContain("plain('payment_link', '', undefined)")
    expect(code).toContain('decode: ({ designs }) => designs')
    expect(code).not.toContain('encode: (')
  })

  it('is all of every other file', () => expect(built('domain/questionnaire/revise.ts')).toContain('decide'))

  it('has what pages call: none of them decides', () => {
    const pages = readdirSync(join(root, 'web'), { recursive: true, encoding: 'utf8' }).filter(
      (path) => /(?<!\.test)\.tsx?$/.test(path) && !path.startsWith('dist'),
    )
    const deciding = pages.filter((path) =>
      /\.decide\b|\bencodeFields\b/.test(readFileSync(join(root, 'web', path), 'utf8')),
    )
    expect(pages.length).toBeGreaterThan(100)
    expect(deciding).toEqual([])
  })
})
