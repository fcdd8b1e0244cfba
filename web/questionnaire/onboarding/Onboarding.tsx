import { Link } from 'react-router-dom'
import type { SavedDraft } from '#domain/questionnaire/answers-draft.ts'
import type { Question } from '#domain/questionnaire/question.ts'
import { Page, PageTitle } from '#web/kit/Page.tsx'
import { Questionnaire } from './Questionnaire.tsx'

type OnboardingProps = {
  questions: readonly Question[]
  /** Whether the client has a project already. */
  another: boolean
  userId: string
  /** The unfinished answers as the server keeps them, if it could be asked. */
  saved: SavedDraft | undefined
  onDone(): void
}

/** The questions before a project begins. */
export const Onboarding = ({ another, ...rest }: OnboardingProps) => (
  <Page>
    <PageTitle
      title={another ? 'Start another project.' : 'Tell us about your business.'}
      next={another ? 'Please answer the questions again for this one.' : 'Your answers start your project.'}
      eyebrow={
        another && (
          <Link className="inline-block py-3 my-minus-3" to="/dashboard">
            Back to your projects
          </Link>
        )
      }
    />
    <Questionnaire {...rest} />
  </Page>
)
