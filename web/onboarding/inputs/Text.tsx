import type { ComponentProps } from 'react'
import { longestAnswer } from '#domain/template/answers.ts'
import { type InputProps, text } from './input.ts'

type Kind = Pick<ComponentProps<'input'>, 'type' | 'inputMode' | 'autoComplete' | 'placeholder'>

const lineOf =
  (kind: Kind) =>
  ({ answer, onAnswer, ties }: InputProps) => (
    <input {...kind} {...ties} value={text(answer)} onChange={({ target }) => onAnswer(target.value)} />
  )

export const Line = lineOf({ type: 'text' })
export const Link = lineOf({ type: 'url', inputMode: 'url', placeholder: 'https://' })
export const Email = lineOf({ type: 'email', inputMode: 'email', autoComplete: 'email' })
export const Phone = lineOf({ type: 'tel', inputMode: 'tel', autoComplete: 'tel' })
export const Day = lineOf({ type: 'date' })

export const Paragraph = ({ answer, onAnswer, ties }: InputProps) => (
  <textarea
    {...ties}
    rows={3}
    maxLength={longestAnswer}
    value={text(answer)}
    onChange={({ target }) => onAnswer(target.value)}
  />
)
