import { describe, expect, it } from 'vitest'
import { digestOf, type ProjectEvent } from './project-mails.ts'

const list = 'https://longhand.example/orders'
const on = (orderId: string, minute: number, sentence: string, by = 'Asha Rao'): ProjectEvent => ({
  ...{ orderId, sentence, by, title: `Project ${orderId}`, link: `https://longhand.example/order-detail/${orderId}` },
  at: minute * 60_000,
})

describe('a digest', () => {
  // spec: 7.41
  it('lists each project once with its link and what happened, the one that moved last first', () =>
    expect(digestOf([on('1', 0, 'One'), on('2', 1, 'Two', 'Farhan Qureshi'), on('1', 2, 'Three')], list)).toEqual({
      projects: '2 projects',
      summary: '3 changes',
      changes: {
        entries: [
          {
            says: 'Project 1',
            link: 'https://longhand.example/order-detail/1',
            lines: ['One (Asha Rao)', 'Three (Asha Rao)'],
          },
          { says: 'Project 2', link: 'https://longhand.example/order-detail/2', lines: ['Two (Farhan Qureshi)'] },
        ],
      },
      link: list,
    }))

  it('calls a project what it was called last', () => {
    const events = [on('1', 0, 'One'), { ...on('1', 1, 'Renamed'), title: 'Neelgiri Looms' }]
    expect(digestOf(events, list).changes.entries.map(({ says }) => says)).toEqual(['Neelgiri Looms'])
  })

  it('says the last five things of a project, and how many came before', () => {
    const events = Array.from({ length: 7 }, (_, n) => on('1', n, `Change ${n + 1}`))
    const [entry] = digestOf(events, list).changes.entries
    expect(entry!.lines).toHaveLength(6)
    expect([entry!.lines[0], entry!.lines.at(-1)]).toEqual(['… and 2 earlier changes', 'Change 7 (Asha Rao)'])
  })

  it('names twenty-five projects, and leads to the list for the others', () => {
    const { projects, changes } = digestOf(
      Array.from({ length: 27 }, (_, n) => on(`${n}`, n, 'Signed')),
      list,
    )
    expect(projects).toBe('27 projects')
    expect(changes.entries).toHaveLength(26)
    expect(changes.entries[0]!.says).toBe('Project 26')
    expect(changes.entries.at(-1)).toEqual({ says: '… and 2 more projects', link: list, lines: [] })
  })
})
