import type { Role } from '#domain/event.ts'
import type { Order } from '#domain/order/order.ts'
import { currentStep } from '#domain/step.ts'
import { type Tab, tabs } from './tabs.ts'

/** What the command palette offers on an order's page: a control of a tab, to be written in or pressed. */
export type OrderPageCommand = {
  /** The control, by its `data-command`; undefined for the tab as a whole. */
  control?: string
  tab: Tab
  label: string
  words?: string
  /** Whether the control is pressed, as by a click: it acts at once, or asks whether it should. */
  press?: true
  onlySearched?: boolean
  /** The key that does it on an admin's page, by itself. */
  key?: string
}

/** Everything a person can do on an order's page as it is now. The same is refused there that is left out here. */
export function orderPageCommands({ status, steps }: Order, role: Role): OrderPageCommand[] {
  const open = status === 'open'
  return [
    ...(open ? talking : []),
    ...(open && role === 'admin' ? [...togglesOf(steps), ...writing] : []),
    ...(open && role === 'client' ? amending : []),
    ...(!open && role === 'admin' ? reopening : []),
    ...(Object.entries(tabs) as [Tab, string][]).map(([tab, label]) => ({ tab, label, onlySearched: true })),
  ]
}

const talking: readonly OrderPageCommand[] = [
  { control: 'sendMessage', key: 'r', tab: 'overview', label: 'Write a message', words: 'send reply conversation' },
  { control: 'shareFiles', key: 'f', tab: 'overview', label: 'Share files', words: 'upload send', onlySearched: true },
]

const writing: readonly OrderPageCommand[] = [
  { control: 'shareDesignLink', key: 'd', tab: 'overview', label: 'Share a design', words: 'figma link draft' },
  {
    control: 'reviseInvoice',
    key: 'i',
    tab: 'invoice',
    label: 'Revise the invoice',
    words: 'received actual cost price',
  },
  {
    control: 'reviseProposal',
    key: 'p',
    tab: 'proposal',
    label: 'Write the proposal',
    words: 'problem goals solution',
  },
  { control: 'sharePaymentLink', key: 'l', tab: 'payment', label: 'Share a payment link', words: 'international' },
  {
    control: 'renameOrder',
    key: 'n',
    tab: 'overview',
    label: 'Rename the project',
    words: 'order name',
    onlySearched: true,
  },
  {
    control: 'completeOrCancel:complete',
    key: 'c',
    tab: 'overview',
    label: 'Complete the order',
    words: 'close finish',
    press: true,
  },
  {
    control: 'completeOrCancel:cancel',
    key: 'x',
    tab: 'overview',
    label: 'Cancel the order',
    words: 'close',
    press: true,
    onlySearched: true,
  },
]

const amending: readonly OrderPageCommand[] = [
  { control: 'amendAnswers', tab: 'overview', label: 'Change the answers', words: 'questions', press: true },
]

const reopening: readonly OrderPageCommand[] = [
  { control: 'reopenOrder', key: 'o', tab: 'overview', label: 'Reopen the order', words: 'open again' },
]

/** The current step to be signed, and all others for who searches for them. */
const togglesOf = (steps: Order['steps']): OrderPageCommand[] =>
  steps.map((step) => ({
    control: `toggleStep:${step.id}`,
    tab: 'overview',
    label: step.status === 0 ? `Sign ${step.value}` : `Reopen ${step.value}`,
    words: 'step progress',
    press: true,
    onlySearched: step !== currentStep(steps),
    ...(step === currentStep(steps) ? { key: 's' } : {}),
  }))
