import { fitAnswers, fitQuestions } from '#domain/site/fit-test.ts'
import { Button } from '#web/kit/Button.tsx'
import { FieldError } from '#web/kit/Field.tsx'
import { Form } from '#web/kit/Form.tsx'
import { Row } from '#web/kit/Page.tsx'
import { useForm } from '#web/kit/useForm.ts'
import { countTest } from './counting.ts'
import { Acts, type FunnelScreenProps, Screen } from './Screen.tsx'
import '#web/kit/Choice.css'

const choices = [
  { value: 'yes', label: 'Yes' },
  { value: 'no', label: 'No' },
] as const

/** The five questions. Each needs an answer; nothing is sent before Next. */
export function Test({ arrived, funnel, dispatch }: FunnelScreenProps) {
  const { submit, correct, errors } = useForm(fitAnswers, async (answers) => {
    countTest(answers)
    dispatch({ type: 'sendTest', answers })
  })
  return (
    <Screen margin="Step 1" title="5 questions, 2 minutes." next="Answer yes or no." arrived={arrived}>
      <Form label="Fit test" onSubmit={submit} onInput={correct}>
        <div className="funnel-lines">
          {fitQuestions.map(({ id, question }) => (
            <Row key={id} className="funnel-question" margin={<span aria-hidden="true">{id}</span>}>
              <fieldset className="grid min-w-0 border-0" aria-describedby={errors[id] && `fit-${id}-error`}>
                <legend className="serif-5-13">{question}</legend>
                <div className="flex gap-5">
                  {choices.map(({ value, label }) => (
                    <label key={value} className="choice">
                      <input
                        type="radio"
                        name={String(id)}
                        value={value}
                        defaultChecked={funnel.answers?.[id] === value}
                        aria-invalid={errors[id] ? true : undefined}
                        required
                      />
                      {label}
                    </label>
                  ))}
                </div>
                <FieldError id={`fit-${id}-error`} error={errors[id]} />
              </fieldset>
            </Row>
          ))}
        </div>
        <Acts>
          <Button>Next</Button>
          <p className="meta">Nothing is saved until you select Next.</p>
        </Acts>
      </Form>
    </Screen>
  )
}
