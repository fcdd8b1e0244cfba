import { expect, it } from 'vitest'
import { andMore, doneAtOnce, failedAtOnce, undoneAtOnce, versionName } from './undo.ts'

it.each([
  ['1 project completed', doneAtOnce('complete', 1)],
  ['12 projects completed', doneAtOnce('complete', 12)],
  ['1 message sent', doneAtOnce('message', 1)],
  ['3 messages sent', doneAtOnce('message', 3)],
  ['Couldn’t complete 1 project', failedAtOnce('complete', 1)],
  ['Couldn’t complete 2 projects', failedAtOnce('complete', 2)],
  ['Couldn’t send 1 message', failedAtOnce('message', 1)],
  ['Couldn’t send 3 messages', failedAtOnce('message', 3)],
  ['Undone for 1 project', undoneAtOnce(1, 0)],
  ['Undone for all 3 projects', undoneAtOnce(3, 0)],
  ['Undone for 2, failed for 1', undoneAtOnce(2, 1)],
  ['Couldn’t undo 1 project', undoneAtOnce(0, 1)],
  ['Couldn’t undo any of 3 projects', undoneAtOnce(0, 3)],
  ['and 4 more', andMore(4)],
  ['version 3 of 14/11/2026', versionName(3, '14/11/2026')],
  ['version 1, the original', versionName(1)],
])('%s', (said, sentence) => expect(sentence).toBe(said))
