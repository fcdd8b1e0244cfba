import { describe, expect, it } from 'vitest'
import { filesNeeded, questionsUnanswered } from './headline.ts'

describe('what a client is asked to do says:', () => {
  it.each([
    ['We still need a file: Your logo, as {n}', filesNeeded(1, 'Your logo, as {n}')],
    ['We still need 2 files.', filesNeeded(2, 'Your logo')],
    ['1 question is unanswered.', questionsUnanswered(1)],
    ['3 questions are unanswered.', questionsUnanswered(3)],
  ])('%s', (said, sentence) => expect(sentence).toBe(said))
})
