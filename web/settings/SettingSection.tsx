import type { ReactNode } from 'react'
import { counted } from '#domain/count.ts'
import { fieldLabel } from '#domain/settings/field-label.ts'
import { Button } from '#web/kit/Button.tsx'
import { ConflictNote } from '#web/kit/Conflict.tsx'
import { Form } from '#web/kit/Form.tsx'
import { LoadMore } from '#web/kit/LoadMore.tsx'
import { Row, Timestamp, TitledSection } from '#web/kit/Page.tsx'
import { useUnsaved } from '#web/kit/UnsavedForms.tsx'
import { sections } from './sections.ts'
import type { Version, Versions } from './versions.ts'
import './SettingSection.css'

type SettingSectionProps = {
  id: keyof typeof sections
  /** The purpose, beside the title. */
  aside?: ReactNode
  /** The versions of what stands here: the newest is signed in the margin. */
  versions: Versions
  children: ReactNode
}

/** A part of the settings, with how it came to be what it is. */
export const SettingSection = ({ id, aside, versions, children }: SettingSectionProps) => (
  <TitledSection id={id} title={sections[id]} aside={aside}>
    {children}
    <Earlier versions={versions} />
  </TitledSection>
)

/** Shows the last author of a change, and when: in the margin. */
export const Signed = ({ versions: { all } }: { versions: Versions }) => {
  const [newest] = all
  return (
    newest && (
      <>
        <Timestamp at={newest.at} />
        <span className="setting-hand block pencil italic break-anywhere">{newest.by}</span>
      </>
    )
  )
}

type SettingFormProps = {
  label: string
  /** The label of its button. */
  submitLabel: string
  form: { pending: boolean; unsaved: boolean; hasConflict: boolean; submit(): Promise<boolean> }
  versions: Versions
  note?: ReactNode
  /** The content beside the button. */
  beside?: ReactNode
  /** Fields one below the other, however wide the page is. */
  isNarrow?: boolean
  children: ReactNode
}

/** The form of a setting: its fields in two columns where there is room. */
export function SettingForm({
  label,
  submitLabel,
  form,
  versions,
  note,
  beside,
  isNarrow = false,
  children,
}: SettingFormProps) {
  useUnsaved(label, form.unsaved)
  return (
    <Row className="setting-row lines-py-5 rule-below" margin={<Signed versions={versions} />} note={note}>
      <Form label={label} onSubmit={form.submit}>
        <div className={`setting-fields grid columns-1${isNarrow ? ' is-narrow' : ''}`}>{children}</div>
        <div className="setting-acts row items-center gap-2-4 pt-5 small">
          <Button pending={form.pending} small>
            {submitLabel}
          </Button>
          {beside}
          <ConflictNote form={form} />
        </div>
      </Form>
    </Row>
  )
}

/** Shows who changed what and when, newest first, once it is requested. */
function Earlier({ versions: { all, hasMore, more } }: { versions: Versions }) {
  if (all.length === 0 && !hasMore) return null
  return (
    <details className="earlier">
      <summary className="block pointer target small ink-on-hover">
        <span className="underline">{hasMore ? 'Latest changes' : counted(all.length, 'change')}</span>
      </summary>
      <ol>
        {all.map((version) => (
          <VersionRow key={version.revision} version={version} />
        ))}
      </ol>
      {hasMore && (
        <Row bodyClass="py-3">
          <LoadMore onMore={more}>Show earlier changes</LoadMore>
        </Row>
      )}
    </details>
  )
}

const VersionRow = ({ version: { at, by, changes } }: { version: Version }) => (
  <Row as="li" className="version lines-py-3 rule-above" margin={<Timestamp at={at} />}>
    <p className="meta">{by}</p>
    <dl className="grid gap-2">
      {changes.map(({ field, before, after }) => (
        <div key={field}>
          <dt className="small">{fieldLabel(field)}</dt>
          <dd className="pre-line break-anywhere">
            {before !== undefined && <del className="pencil">{shown(field, before)}</del>}{' '}
            {after === undefined ? <i>removed</i> : <ins className="no-underline">{shown(field, after)}</ins>}
          </dd>
        </div>
      ))}
    </dl>
  </Row>
)

/** A logo is told apart by its file, which says nothing to a reader. */
const shown = (field: string, text: string) => (field === 'logo' ? 'image' : text)
