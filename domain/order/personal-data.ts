import { clear, type PersonalDataOf, personal } from '../personal-fields.ts'
import type { StoredFile } from './conversation.ts'
import type { OrderEvent } from './order.ts'

/** What stands in the place of the name that a file was stored under. */
export const erasedFilename = 'erased'

const erasedFile: StoredFile = { filename: erasedFilename, originalName: 'erased', fileType: 'application', size: 0 }

/** What of an order's events is personal: everything that a person wrote, and all that says whose project it is. */
export const orderPersonalData: PersonalDataOf<OrderEvent> = {
  OrderOpened: {
    clientId: clear,
    number: clear,
    title: personal('erased'),
    steps: clear,
    questions: personal([]),
  },
  StepToggled: { step: clear, done: clear, since: clear },
  DesignLinkShared: { link: personal('') },
  PaymentLinkShared: { link: personal('') },
  InvoiceRevised: clear,
  ProposalRevised: {
    receiverName: personal('erased'),
    date: clear,
    problem: personal(''),
    goals: personal(''),
    solution: personal(''),
  },
  MessageSent: { text: personal('') },
  FileShared: { file: personal(erasedFile), caption: personal('') },
  FileReplaced: { id: clear, file: personal(erasedFile), caption: personal('') },
  FileDeleted: { id: clear, files: personal([]), withdrawn: clear },
  AnswersAmended: { answers: personal({}) },
  ConversationRead: clear,
  OrderRenamed: { title: personal('erased') },
  OrderCompleted: clear,
  OrderCancelled: clear,
  // Names that files are stored under: they are made up, and removed with them.
  ClientErased: { files: clear },
  OrderReopened: { reason: personal('') },
}
