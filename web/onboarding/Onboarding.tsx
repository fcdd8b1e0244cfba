import { Link } from 'react-router-dom'
import type { KeptDraft } from '#domain/template/draft.ts'
import type { Question } from '#domain/template/question.ts'
import { Leaf, Says } from '#web/kit/Leaf.tsx'
import { Questionnaire } from './Questionnaire.tsx'

type OnboardingProps = {
  questions: readonly Question[]
  /** Whether the client has a project already. */
  another: boolean
  userId: string
  /** The unfinished answers as the server keeps them, if it could be asked. */
  kept: KeptDraft | undefined
  onDone(): void
}

/** The questions before a project begins. */
export const Onboarding = ({ another, ...rest }: OnboardingProps) => (
  <Leaf>
    <Says
      is={another ? 'Another project.' : 'Before the first line is written,'}
      next={another ? 'The same questions, with fresh answers.' : 'a few questions.'}
      kick={
        another && (
          <Link className="onboarding-back" to="/dashboard">
            Back to your projects
          </Link>
        )
      }
    />
    <Questionnaire {...rest} />
  </Leaf>
)
