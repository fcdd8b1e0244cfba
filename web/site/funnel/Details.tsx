import { z } from 'zod'
import { details } from '#domain/lead/lead.ts'
import type { Asker } from '#domain/site/funnel.ts'
import { PersonFields } from '#web/account/PersonFields.tsx'
import { call } from '#web/api.ts'
import { Button } from '#web/kit/Button.tsx'
import { Field } from '#web/kit/Field.tsx'
import { Form } from '#web/kit/Form.tsx'
import { Row } from '#web/kit/Page.tsx'
import { toast } from '#web/kit/toast.ts'
import { useForm } from '#web/kit/useForm.ts'
import { keepTicket, ticket } from './counting.ts'
import { Acts, type FunnelScreenProps, Screen } from './Screen.tsx'

/** The form about who asks for the prices, and how large the business is. */
export function Details({ arrived, funnel: { answers, asker }, dispatch }: FunnelScreenProps) {
  const { submit, correct, errors, pending } = useForm(detailsForm, async (details) => {
    const body = { ...details, source: 'customer-filter' as const, answers: answers!, ...(await ticket()) }
    const answer = await call('submitDetails', { body })
    keepTicket(answer)
    toast.success(answer.message)
    dispatch({ type: 'detailsSent', asker: details })
  })
  const known = (name: keyof Asker) => ({ defaultValue: asker?.[name] })
  return (
    <Screen margin="Step 2" title="Your details." next="Next you’ll see the prices." arrived={arrived}>
      <Form label="Your details" onSubmit={submit} onInput={correct}>
        <Row className="funnel-form pt-6 ink-above" bodyClass="grid">
          <div className="funnel-fields">
            {figures.map(({ name, label }) => (
              <Field
                key={name}
                name={name}
                label={label}
                inputMode="numeric"
                autoComplete="off"
                error={errors[name]}
                required
                {...known(name)}
              />
            ))}
          </div>
          <div className="funnel-fields">
            <PersonFields errors={errors} withEmail field={known} />
          </div>
        </Row>
        <Acts>
          <Button pending={pending}>Step 3 - See Your Pricing</Button>
          <p className="meta">We’ll contact you only about these prices.</p>
        </Acts>
      </Form>
    </Screen>
  )
}

const { name, email, phone, years } = details.shape

/** A figure as it is written: digits, with commas where people set them. */
const figure = z
  .string('Please enter a number')
  .trim()
  .min(1, 'Please enter a number')
  .regex(/^(\d+|\d{1,3}(,\d{2,3})*,\d{3})$/, 'Please enter a whole number')
  .transform((text) => Number(text.replaceAll(',', '')))
  .pipe(years.unwrap())

/** The details form: all seven fields, each of them asked for. */
const detailsForm = z.object({
  years: figure,
  employees: figure,
  roles: figure,
  customers: figure,
  name,
  email,
  phone,
})

/** The four figures of a business, and how they are asked for. */
const figures = [
  { name: 'years', label: 'Years in business' },
  { name: 'employees', label: 'Employees' },
  { name: 'roles', label: 'Different job roles' },
  { name: 'customers', label: 'Customers per month' },
] as const
