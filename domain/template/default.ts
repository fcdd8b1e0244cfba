import type { NewStep } from '../step.ts'
import type { AnswerType, Question } from './question.ts'

type Rest = Partial<Pick<Question, 'description' | 'required' | 'businessName' | 'dependQuestion' | 'dependAnswer'>> & {
  options?: string[]
}

function ask(id: number, answerType: AnswerType, question: string, { options = [], ...rest }: Rest = {}): Question {
  const values = options.map((value, at) => ({ id: at + 1, value }))
  return {
    id,
    question,
    description: '',
    answerType,
    answerObject: answerType === 'Radio' ? values.map(({ id, value }) => ({ id, opt: value })) : null,
    ...(answerType === 'Multiple Choice' ? { multipleChoiceArray: values } : {}),
    ...(answerType === 'Check Box' ? { checkBoxArray: values } : {}),
    required: true,
    dependQuestion: null,
    dependAnswer: '',
    answer: null,
    ...rest,
  }
}

/** The questionnaire an agency begins with: each answer type once, three questions asked only when they apply. */
export const defaultQuestions: Question[] = [
  ask(1, 'Line', 'What does your business do, in one line?', {
    description: 'As you would say it to a stranger on a train.',
  }),
  ask(2, 'Paragraph', 'Who are your customers, and how do they find you today?', {
    description: 'Where they live, what they ask for first, what makes them come back.',
  }),
  ask(3, 'Radio', 'Do you have a website now?', { options: ['Yes', 'No'] }),
  ask(4, 'Link', 'Where is it?', {
    description: 'The address, with https:// in front.',
    dependQuestion: 3,
    dependAnswer: 'Yes',
  }),
  ask(5, 'Multiple Choice', 'What should the website do for you above all?', {
    options: ['Bring enquiries', 'Take bookings', 'Sell online', 'Run the daily work'],
  }),
  ask(6, 'Check Box', 'Which of these should the dashboard keep for you?', {
    description: 'Tick as many as you like.',
    options: ['Enquiries', 'Bookings', 'Customers', 'Stock', 'Invoices', 'Staff'],
    dependQuestion: 5,
    dependAnswer: 'Run the daily work',
  }),
  ask(7, 'File', 'Your logo, or a photograph of the name over the door', { required: false }),
  ask(8, 'Color', 'Which colour do people know you by?', { required: false }),
  ask(9, 'Email', 'Which email address should enquiries arrive at?'),
  ask(10, 'Phone', 'Which telephone number should stand on the website?'),
  ask(11, 'Date', 'Is there a day you would like to be online by?', { required: false }),
  ask(12, 'Time', 'When is a good time to call you?', { description: 'We call once, and we call on time.' }),
  ask(13, 'Line', 'And what is your business called?', {
    description: 'Your project goes by this name, here and in what we write to you.',
    required: false,
    businessName: true,
  }),
]

/** The progress steps an agency begins with: the eight of the landing page. */
export const defaultSteps: NewStep[] = [
  { id: 1, value: 'Quick test', with: 'client', completedOn: 'submission' },
  { id: 2, value: 'Business onboarding', with: 'client', completedOn: 'submission' },
  { id: 3, value: 'Business report and strategy call', with: 'agency' },
  { id: 4, value: 'Payment', payment: true, with: 'client' },
  { id: 5, value: 'Landing page approval', phase: 'landing page', with: 'client' },
  { id: 6, value: 'Full design approval', phase: 'full design', with: 'client' },
  { id: 7, value: 'Launch', phase: 'development', with: 'agency' },
  { id: 8, value: 'Final handover', phase: 'handover', with: 'agency' },
]
