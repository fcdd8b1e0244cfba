import { useState } from 'react'
import { z } from 'zod'
import { details } from '#domain/lead/lead.ts'
import type { Asker } from '#domain/site/funnel.ts'
import { PersonFields } from '#web/account/PersonFields.tsx'
import { call } from '#web/api.ts'
import { Button } from '#web/kit/Button.tsx'
import { Field } from '#web/kit/Field.tsx'
import { Form } from '#web/kit/Form.tsx'
import { Row } from '#web/kit/Page.tsx'
import { sessionStore, shapeOf } from '#web/kit/storage.ts'
import { toast } from '#web/kit/toast.ts'
import { useForm } from '#web/kit/useForm.ts'
import { keepTicket, ticket } from './counting.ts'
import { Acts, type FunnelScreenProps, Screen } from './Screen.tsx'

/** Where this window stores what was written until it is sent: a reload, or a look at another page, loses none of it. */
const writtenKey = 'funnel-details'
const writtenShape = shapeOf<Partial<Record<keyof Asker, string>>>((written) =>
  Object.values(written).every((text) => typeof text === 'string'),
)

/** The form about who asks for the prices, and how large the business is. */
export function Details({ arrived, funnel: { answers, asker }, dispatch }: FunnelScreenProps) {
  const { submit, correct, field, pending } = useForm(detailsForm, async (details) => {
    const body = { ...details, source: 'customer-filter' as const, answers: answers!, ...(await ticket()) }
    const answer = await call('submitDetails', { body })
    keepTicket(answer)
    sessionStore.remove(writtenKey)
    toast.success(answer.message)
    dispatch({ type: 'detailsSent', asker: details })
  })
  const [written] = useState(() => sessionStore.read(writtenKey, writtenShape))
  const known = (name: keyof Asker) => ({ ...field(name), defaultValue: written?.[name] ?? asker?.[name] })
  return (
    <Screen margin="Step 2" title="Your details." next="Next you’ll see the prices." arrived={arrived}>
      <Form
        label="Your details"
        onSubmit={submit}
        onInput={(event) => {
          correct(event)
          sessionStore.write(writtenKey, Object.fromEntries(new FormData(event.currentTarget)))
        }}
      >
        <Row className="funnel-form pt-6 ink-above" bodyClass="grid">
          <div className="funnel-fields grid gap-5">
            {figures.map(({ name, label }) => (
              <Field key={name} label={label} inputMode="numeric" autoComplete="off" required {...known(name)} />
            ))}
          </div>
          <div className="funnel-fields grid gap-5">
            <PersonFields withEmail field={known} />
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
