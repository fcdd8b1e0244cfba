import { useRef, useState } from 'react'
import { defaultText } from '#domain/mail/mail-texts.ts'
import { definitionOf, type MailName, mailNames } from '#domain/mail/mails.ts'
import { reviseMailText, writtenMail } from '#domain/mail/revise-mail-text.ts'
import type { MailText } from '#domain/mail/template.ts'
import { call } from '#web/api.ts'
import { Button, TextButton } from '#web/kit/Button.tsx'
import { Choices } from '#web/kit/Choices.tsx'
import { ConflictNote } from '#web/kit/Conflict.tsx'
import { Field } from '#web/kit/Field.tsx'
import { Form } from '#web/kit/Form.tsx'
import { Row } from '#web/kit/Page.tsx'
import { TextArea } from '#web/kit/TextArea.tsx'
import { toast } from '#web/kit/toast.ts'
import { check, useMutation } from '#web/kit/useMutation.ts'
import type { Setting } from '#web/live/setting.ts'
import { liveMailTexts } from '#web/live/settings.ts'
import { MailPreview } from './MailPreview.tsx'
import { PlaceholderButtons } from './PlaceholderButtons.tsx'
import { SettingSection, Signed } from './SettingSection.tsx'
import { useUnsaved } from './UnsavedForms.tsx'
import { useSettingForm } from './useSettingForm.ts'
import { type Versions, versionsOf } from './versions.ts'
import './Mails.css'

type MailsProps = { setting: Setting<Record<MailName, MailText>>; versions: Versions }

/** The words of every mail, one at a time; what is written in the others meanwhile stays. */
export function Mails({ setting, versions }: MailsProps) {
  const [chosen, setChosen] = useState<MailName>(mailNames[0])
  return (
    <SettingSection
      id="mails"
      title="Emails"
      aside="You can restore the original text at any time."
      versions={versions}
    >
      <Row className="rule-below">
        <Choices<MailName>
          label="Email"
          options={mailNames.map((name) => ({ name, title: definitionOf(name).title }))}
          chosen={chosen}
          onChoose={setChosen}
        />
      </Row>
      {mailNames.map((name) => (
        <div key={name} hidden={name !== chosen}>
          <MailForm mail={name} setting={setting} versions={versions} />
        </div>
      ))}
    </SettingSection>
  )
}

function MailForm({ mail, setting, versions }: MailsProps & { mail: MailName }) {
  const { title, when } = definitionOf(mail)
  const own = versionsOf(versions, (field) => field.startsWith(`${mail}.`))
  const form = useSettingForm<Record<MailName, MailText>, MailText>({
    live: liveMailTexts,
    setting,
    versions: own,
    valuesOf: (all) => all[mail],
    async send(changes, how) {
      const body = { mail, ...changes }
      await check(reviseMailText.input, body)
      return call('updateMailText', { body, ...how })
    },
    fieldOf: (name) => `${mail}.${name}`,
  })
  useUnsaved(`the email “${title}”`, form.unsaved)
  const area = useRef<HTMLTextAreaElement>(null)
  const first = defaultText(mail)
  const { subject = '', text = '' } = form.values
  const test = useTest({ mail, subject, text })
  const isFirst = subject === first.subject && text === first.text

  function writeFirst() {
    form.write('subject', first.subject)
    form.write('text', first.text)
  }

  /** Puts a word where the cursor is, and the cursor behind it. */
  function insert(word: string) {
    const { current } = area
    if (!current) return
    const [start, end] = [current.selectionStart, current.selectionEnd]
    form.write('text', text.slice(0, start) + word + text.slice(end))
    requestAnimationFrame(() => {
      current.focus()
      current.setSelectionRange(start + word.length, start + word.length)
    })
  }

  return (
    <Row className="mail-row lines-py-5 rule-below" margin={<Signed versions={own} />}>
      <p className="meta">{when}.</p>
      <div className="mail-columns grid columns-1 pt-4">
        <Form label={title} className="mail-form grid gap-4" onSubmit={form.submit}>
          <Field label="Subject" maxLength={200} {...withTestError(form.field('subject'), test.errors.subject)} />
          <TextArea label="Text" rows={9} ref={area} {...withTestError(form.field('text'), test.errors.text)} />
          <PlaceholderButtons mail={mail} onInsert={insert} />
          <div className="mail-acts row items-center gap-2-4">
            <Button pending={form.pending} small>
              Save email
            </Button>
            <Button type="button" kind="line" small pending={test.pending} onClick={test.send}>
              Send me a test
            </Button>
            {!isFirst && <TextButton onClick={writeFirst}>Restore original</TextButton>}
            <ConflictNote form={form} />
          </div>
        </Form>
        <MailPreview mail={mail} text={{ subject, text }} />
      </div>
    </Row>
  )
}

const withTestError = <Props extends { error: string | undefined }>(
  field: Props,
  error: string | undefined,
): Props => ({
  ...field,
  error: field.error ?? error,
})

/** A mail as it is written here, saved or not, sent to oneself. */
function useTest(written: { mail: MailName } & MailText) {
  const { mutate, errors, pending } = useMutation()
  const send = () =>
    mutate(async (keyFor) => {
      await check(writtenMail, written)
      // Each try that arrived is another mail; one that may not have is the same.
      const { message } = await call('sendTestMail', { body: written, key: keyFor(written) })
      toast.success(message)
      return true
    })
  return { send, errors, pending }
}
