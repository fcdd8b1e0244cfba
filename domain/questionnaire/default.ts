import type { NewStep } from '#domain/step.ts'
import { ask } from './editing.ts'
import type { Question } from './question.ts'

/** The questionnaire an agency begins with: each answer type once, two questions asked only when they apply. */
export const defaultQuestions: Question[] = [
  ask(1, 'Line', 'What does your business do, in one line?', {
    description: 'In simple words, as you would tell a stranger.',
  }),
  ask(2, 'Paragraph', 'Who are your customers, and how do they find you today?', {
    description: 'For example where they live, what they ask for first, why they come back.',
  }),
  ask(3, 'Radio', 'Do you have a website now?', { options: ['Yes', 'No'] }),
  ask(4, 'Link', 'What is its URL?', {
    description: 'Starting with https://',
    dependQuestion: 3,
    dependAnswer: 'Yes',
  }),
  ask(5, 'Multiple Choice', 'What is the most important job of your new website?', {
    options: ['Get more enquiries', 'Take bookings', 'Sell online', 'Manage daily work'],
  }),
  ask(6, 'Check Box', 'What should your dashboard manage?', {
    description: 'Tick as many as you like.',
    options: ['Enquiries', 'Bookings', 'Customers', 'Stock', 'Invoices', 'Staff'],
    dependQuestion: 5,
    dependAnswer: 'Manage daily work',
  }),
  ask(7, 'File', 'Your logo, or a photo of your shop sign', { required: false }),
  ask(8, 'Color', 'What is your brand colour?', { required: false }),
  ask(9, 'Email', 'Which email address should enquiries arrive at?'),
  ask(10, 'Phone', 'Which phone number should we show on the website?'),
  ask(11, 'Date', 'When would you like to launch?', { required: false }),
  ask(12, 'Time', 'When is a good time to call you?', { description: 'We’ll call you at this time.' }),
  ask(13, 'Line', 'What is the name of your business?', {
    description: 'We use it as the name of your project.',
    required: false,
    businessName: true,
  }),
]

/** The progress steps an agency begins with: the eight of the landing page. */
export const defaultSteps: NewStep[] = [
  { id: 1, value: 'Quick test', with: 'client', completedOn: 'submission' },
  { id: 2, value: 'Business onboarding', with: 'client', completedOn: 'submission' },
  { id: 3, value: 'Business report and strategy call', with: 'agency', completedOn: 'acceptance' },
  { id: 4, value: 'Payment', payment: true, with: 'client', completedOn: 'payment' },
  { id: 5, value: 'Landing page approval', phase: 'landing page', with: 'client', completedOn: 'approval' },
  { id: 6, value: 'Full design approval', phase: 'full design', with: 'client', completedOn: 'approval' },
  { id: 7, value: 'Launch', phase: 'development', with: 'agency' },
  { id: 8, value: 'Final handover', phase: 'handover', with: 'agency' },
]
