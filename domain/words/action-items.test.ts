import { describe, expect, it } from 'vitest'
import { amountToPay, filesNeeded, proposalToReview, questionsUnanswered, unreadFromUs } from './action-items.ts'

describe('what a client is asked to do says:', () => {
  it.each([
    ['₹22,500 to pay.', amountToPay('₹22,500')],
    ['Please review the proposal: 3 days left.', proposalToReview(3)],
    ['Please review the proposal: 1 day left.', proposalToReview(1)],
    ['Please review the proposal: today is the last day.', proposalToReview(0)],
    ['1 message from us is unread.', unreadFromUs({ messages: 1, files: 0 })],
    ['1 message and 2 files from us are unread.', unreadFromUs({ messages: 1, files: 2 })],
    ['1,200 messages from us are unread.', unreadFromUs({ messages: 1_200, files: 0 })],
    ['We still need a file: Your logo, as {n}', filesNeeded(1, 'Your logo, as {n}')],
    ['We still need 2 files.', filesNeeded(2, 'Your logo')],
    ['1 question is unanswered.', questionsUnanswered(1)],
    ['3 questions are unanswered.', questionsUnanswered(3)],
  ])('%s', (said, sentence) => expect(sentence).toBe(said))
})
