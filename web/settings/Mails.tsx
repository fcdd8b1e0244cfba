import { useEffect, useRef, useState } from 'react'
import { defaultText, fillMail, type MailText, sampleValues } from '#domain/mail/mail-texts.ts'
import { definitionOf, type MailName, mailNames } from '#domain/mail/mails.ts'
import { brandOf, renderMail } from '#domain/mail/render-mail.ts'
import { reviseMailText, writtenMail } from '#domain/mail/revise-mail-text.ts'
import { agencyName } from '#domain/settings/brand.ts'
import { call } from '#web/api.ts'
import { Button, TextButton } from '#web/kit/Button.tsx'
import { Choices } from '#web/kit/Choices.tsx'
import { ConflictNote } from '#web/kit/Conflict.tsx'
import { Field, TextArea } from '#web/kit/Field.tsx'
import { Form } from '#web/kit/Form.tsx'
import { Row } from '#web/kit/Page.tsx'
import { useUnsaved } from '#web/kit/UnsavedForms.tsx'
import { useChange } from '#web/kit/useChange.ts'
import { check } from '#web/kit/useMutation.ts'
import { useAgency } from '#web/live/agency.ts'
import { liveMailTexts, type Setting } from '#web/live/settings.ts'
import { SettingSection, Signed } from './SettingSection.tsx'
import { useSettingForm } from './setting-forms.ts'
import { type Versions, versionsOf } from './versions.ts'
import './Mails.css'

type MailsProps = { setting: Setting<Record<MailName, MailText>>; versions: Versions }

/** The words of every mail, one at a time; what is written in the others meanwhile stays. */
export function Mails({ setting, versions }: MailsProps) {
  const [chosen, setChosen] = useState<MailName>(mailNames[0])
  return (
    <SettingSection id="mails" aside="You can restore the original text at any time." versions={versions}>
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
  // The save’s first. Both are read, since a form answers for what is read of it.
  const errorOf = (name: keyof MailText) => [form.errors[name], test.errors[name]].find(Boolean)
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
        <Form label={title} className="min-w-0 grid gap-4" onSubmit={form.submit}>
          <Field label="Subject" maxLength={200} {...form.field('subject')} error={errorOf('subject')} />
          <TextArea label="Text" rows={9} ref={area} {...form.field('text')} error={errorOf('text')} />
          <PlaceholderButtons mail={mail} onInsert={insert} />
          <div className="setting-acts row items-center gap-2-4">
            <Button pending={form.pending} small>
              Save email
            </Button>
            <Button kind="line" small pending={test.pending} onClick={test.send}>
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

/** A mail as it is written here, saved or not, sent to oneself. */
function useTest(written: { mail: MailName } & MailText) {
  const { change, errors, setErrors, pending } = useChange()
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is written otherwise now is no longer wrong
  useEffect(() => setErrors({}), [written.subject, written.text])
  const send = () =>
    change(async (keyFor) => {
      await check(writtenMail, written)
      // Each try that arrived is another mail; one that may not have is the same.
      return call('sendTestMail', { body: written, key: keyFor(written) })
    })
  return { send, errors, pending }
}

/** The words that fill themselves: each with what it stands for, to be put into the text. */
const PlaceholderButtons = ({ mail, onInsert }: { mail: MailName; onInsert(word: string): void }) => (
  <div className="mail-words">
    <p className="meta">Placeholders, filled in when the email is sent. “Open it: {'{link}'}” becomes a button.</p>
    <ul className="row gap-0-5">
      {Object.entries(definitionOf(mail).placeholders).map(([name, { means, required }]) => (
        <li key={name}>
          <button className="target underline" type="button" onClick={() => onInsert(`{${name}}`)}>
            {`{${name}}`}
          </button>{' '}
          <span className="meta">
            {means}
            {required && ', required'}
          </span>
        </li>
      ))}
    </ul>
  </div>
)

/** The mail as it would be sent, filled with samples, by the function that makes the mail itself. */
function MailPreview({ mail, text }: { mail: MailName; text: MailText }) {
  const agency = useAgency()
  const { origin } = location
  const values = sampleValues(mail, { agency: agencyName(agency), origin })
  const rendered = renderMail(fillMail(mail, text, values), brandOf(agency, origin))
  return (
    <figure className="mail-preview min-w-0 on-paper-2 rule-around" aria-label="Preview">
      <dl className="grid columns-auto-1 gap-1-4 text-2 ink-below">
        <dt className="ink-2">From</dt>
        <dd className="break-anywhere">{agencyName(agency)}</dd>
        <dt className="ink-2">Subject</dt>
        <dd className="break-anywhere">
          <b className="weight-600">{rendered.subject}</b>
        </dd>
      </dl>
      <MailBody html={rendered.html} />
      <details className="px-4 rule-below">
        <summary className="pointer py-3 target text-2">Plain text</summary>
        <pre className="break-anywhere">{rendered.text}</pre>
      </details>
      <figcaption className="meta">With sample data. Sent as HTML and plain text.</figcaption>
    </figure>
  )
}

/**
 * The page of a mail, in a shadow tree of its own. The content security policy takes no styles written into tags, as
 * mails need them: they are set one by one. Nothing in it can be clicked.
 */
function MailBody({ html }: { html: string }) {
  const host = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const root = host.current!.shadowRoot ?? host.current!.attachShadow({ mode: 'open' })
    // Only our own tags have the attribute: in words its quotes are escaped.
    const { body } = new DOMParser().parseFromString(html.replaceAll(' style="', ' data-style="'), 'text/html')
    const paper = document.createElement('div')
    paper.inert = true
    paper.dataset.style = body.dataset.style ?? ''
    paper.append(...document.importNode(body, true).childNodes)
    for (const each of [paper, ...paper.querySelectorAll<HTMLElement>('[data-style]')]) {
      each.style.cssText = each.dataset.style ?? ''
      delete each.dataset.style
    }
    root.replaceChildren(paper)
  }, [html])
  return <div className="mail-body break-anywhere" ref={host} />
}
