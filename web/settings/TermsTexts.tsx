import { useRef } from 'react'
import type { z } from 'zod'
import { reviseTerms } from '#domain/settings/revise-terms.ts'
import type { TermsTexts as Texts } from '#domain/settings/terms.ts'
import { type TermsKey, terms, termsKeys } from '#domain/site/content.ts'
import { call } from '#web/api.ts'
import { Button, TextButton } from '#web/kit/Button.tsx'
import { Field, TextArea } from '#web/kit/Field.tsx'
import { check } from '#web/kit/useMutation.ts'
import { liveTerms, type Setting } from '#web/live/settings.ts'
import { SettingForm, SettingSection } from './SettingSection.tsx'
import { useSettingForm } from './setting-forms.ts'
import type { Versions } from './versions.ts'
import './TermsTexts.css'

/** The texts around the terms. The program computes by the terms themselves, so they stay. */
export function TermsTexts({ setting, versions }: { setting: Setting<Texts>; versions: Versions }) {
  const form = useSettingForm<Texts, TermsValues>({
    live: liveTerms,
    setting,
    versions,
    valuesOf: termsValues,
    async send(changes, how) {
      const body = termsChanges(changes)
      await check(reviseTerms.input, body)
      return call('updateTerms', { body, ...how })
    },
    show: (value) => (Array.isArray(value) ? value.map(({ title, text }) => `${title}\n${text}`).join('\n\n') : value),
  })
  const further = form.values.further ?? []
  const write = (sections: TermsValues['further']) => form.write('further', sections)
  const conflict = form.conflictOf('further')
  const add = useRef<HTMLButtonElement>(null)
  return (
    <SettingSection id="terms" aside="Shown on every project and on the Terms and Conditions page." versions={versions}>
      <SettingForm
        label="Terms"
        submitLabel="Save terms"
        form={form}
        versions={versions}
        isNarrow
        note="Amounts, revision rounds and delivery times are fixed because invoices use them. You can add your own text around them."
      >
        <TextArea label="Text before the terms" rows={2} {...form.field('introduction')} />
        {terms.map(({ key, title, lines }) => (
          <fieldset key={key} className="terms-part grid gap-3 min-w-0">
            <legend>{title}</legend>
            <ul className="grid gap-1 text-3 ink-2">
              {lines.map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
            <TextArea
              label={
                <>
                  Your note<span className="sr"> ({title})</span>
                </>
              }
              rows={1}
              {...form.field(`notes.${key}` satisfies `notes.${TermsKey}`)}
            />
          </fieldset>
        ))}
        {further.map((section, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a section is what stands at its place
          <fieldset key={at} className="terms-part grid gap-3 min-w-0">
            <legend>Your section {at + 1}</legend>
            <Field
              name={`further.${at}.title`}
              label="Title"
              maxLength={120}
              value={section.title}
              error={form.errors[`further.${at}.title`]}
              onChange={({ target }) => write(further.with(at, { ...section, title: target.value }))}
            />
            <TextArea
              name={`further.${at}.text`}
              label="Text"
              rows={2}
              value={section.text}
              error={form.errors[`further.${at}.text`]}
              onChange={({ target }) => write(further.with(at, { ...section, text: target.value }))}
            />
            <TextButton
              onClick={() => {
                write(further.toSpliced(at, 1))
                if (at === further.length - 1) add.current?.focus() // its button goes, where others take a place
              }}
            >
              Remove section<span className="sr"> ({section.title || at + 1})</span>
            </TextButton>
          </fieldset>
        ))}
        {conflict && (
          <div className="terms-conflict pre-line wet on-wet-wash" data-conflict tabIndex={-1}>
            <p className="meta">{conflict.by ?? 'Someone else'} changed your sections to:</p>
            <p>{conflict.theirs || '(all removed)'}</p>
            <TextButton onClick={conflict.onKeep}>Keep mine</TextButton>{' '}
            <TextButton onClick={conflict.onTake}>Use theirs</TextButton>
          </div>
        )}
        <p>
          <Button ref={add} kind="line" small onClick={() => write([...further, { title: '', text: '' }])}>
            Add section
          </Button>
        </p>
        <TextArea label="Text after the terms" rows={2} {...form.field('closing')} />
      </SettingForm>
    </SettingSection>
  )
}

/** The values of the form: notes by their paths, blank where nothing is written. */
type TermsValues = {
  introduction: string
  closing: string
  further: { title: string; text: string }[]
} & Record<`notes.${TermsKey}`, string>

const termsValues = ({ introduction = '', closing = '', further = [], notes = {} }: Texts): TermsValues =>
  ({
    introduction,
    closing,
    further,
    ...Object.fromEntries(termsKeys.map((key) => [`notes.${key}`, notes[key] ?? ''])),
  }) as TermsValues

/** Returns the body of `update-terms` for changes in the form: a blank text is taken away. */
function termsChanges(changes: Partial<TermsValues>): z.input<typeof reviseTerms.input> {
  const { introduction, closing, further, ...others } = changes
  const notes = Object.entries(others).map(([path, text]) => [path.slice('notes.'.length), orNull(text as string)])
  return {
    ...(introduction === undefined ? {} : { introduction: orNull(introduction) }),
    ...(closing === undefined ? {} : { closing: orNull(closing) }),
    ...(further === undefined ? {} : { further }),
    ...(notes.length > 0 ? { notes: Object.fromEntries(notes) } : {}),
  }
}

const orNull = (text: string) => (text.trim() === '' ? null : text)
