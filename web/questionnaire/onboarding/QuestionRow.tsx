import type { ReactNode } from 'react'
import type { Answer, AnswerType, Question } from '#domain/questionnaire/question.ts'
import { Conflict, type FieldConflict } from '#web/kit/Conflict.tsx'
import { FieldError } from '#web/kit/Field.tsx'
import { Row as LeafLine } from '#web/kit/Page.tsx'
import {
  CheckBoxes,
  Choice,
  Colour,
  Day,
  Email,
  type InputProps,
  Line,
  Link,
  Paragraph,
  Phone,
  Time,
  Upload,
} from './inputs.tsx'
import '#web/kit/Field.css'

// The input of each type of answer, and whether that is several controls under one question.
const inputs: Record<AnswerType, { Input: (props: InputProps) => ReactNode; group?: 'group' | 'radiogroup' }> = {
  Line: { Input: Line },
  Paragraph: { Input: Paragraph },
  Radio: { Input: Choice, group: 'radiogroup' },
  'Multiple Choice': { Input: Choice, group: 'radiogroup' },
  'Check Box': { Input: CheckBoxes, group: 'group' },
  File: { Input: Upload, group: 'group' },
  Link: { Input: Link },
  Email: { Input: Email },
  Phone: { Input: Phone },
  Color: { Input: Colour },
  Date: { Input: Day },
  Time: { Input: Time },
}

/** The id of a question's control, or of the first of them. */
export const controlOf = (questionId: number): string => `question-${questionId}`

type QuestionRowProps = Omit<InputProps, 'ties'> & {
  number: number
  problem: string | undefined
  answer: Answer
  question: Question
  /** The concurrent answer of another person; null while there is none, in a form where there may be one. */
  conflict?: FieldConflict | null
  /** The further text on the answer. */
  children?: ReactNode
}

/** A question and what it is answered with; what is wrong stands below, and is tied to the control. */
export function QuestionRow({ number, problem, conflict, children, ...rest }: QuestionRowProps) {
  const { id, question, description, answerType, required } = rest.question
  const { Input, group } = inputs[answerType]
  const control = controlOf(id)
  const label = `${control}-label`
  const hint = description ? `${control}-hint` : undefined
  const wrong = problem ? `${control}-problem` : undefined
  const other = `${control}-conflict`
  const Text = group ? 'p' : 'label'
  return (
    <LeafLine className="question lines-py-5 rule-below" margin={number}>
      <Text
        className="question-text block serif-5-125 break-anywhere"
        {...(group ? { id: label } : { htmlFor: control })}
      >
        {question}
        {required && (
          <span className="question-required red" title="Required">
            <span aria-hidden="true">*</span>
            <span className="sr"> (required)</span>
          </span>
        )}
      </Text>
      {description && (
        <p className="meta" id={hint}>
          {description}
        </p>
      )}
      <div
        className="question-input lined row gap-0-5 mt-2"
        {...(group ? { role: group, 'aria-labelledby': label } : {})}
      >
        <Input
          {...rest}
          ties={{
            id: control,
            'aria-describedby': [wrong, conflict && other, hint].filter(Boolean).join(' ') || undefined,
            'aria-invalid': problem ? true : undefined,
            'aria-required': required,
            'data-conflict': conflict ? true : undefined,
          }}
        />
      </div>
      {conflict !== undefined && (
        <Conflict
          id={other}
          label={question}
          conflict={conflict}
          onSettled={() => document.getElementById(control)?.focus()}
        />
      )}
      <FieldError id={wrong} error={problem} />
      {children}
    </LeafLine>
  )
}
