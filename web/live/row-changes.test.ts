import { expect, it } from 'vitest'
import { rowChanges } from './rows.ts'

const changes = (shown: string, incoming: string) => rowChanges([...shown], [...incoming])

it.each([
  ['nothing has changed', 'abcd', 'abcd', 0],
  ['one has come', 'abcd', 'xabcd', 1],
  ['one has gone', 'abcd', 'acd', 1],
  ['one has gone to the top', 'abcd', 'dabc', 1],
  ['one has gone to the bottom', 'abcd', 'bcda', 1],
  ['two have changed places', 'abcd', 'acbd', 1],
  ['one has come, one has gone, one has moved', 'abcd', 'cxab', 3],
  ['all are others', 'ab', 'xyz', 5],
  ['there was nothing', '', 'ab', 2],
])('a list of which %s', (_, shown, incoming, expected) => expect(changes(shown, incoming)).toBe(expected))
