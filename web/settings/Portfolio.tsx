import { useState } from 'react'
import type { z } from 'zod'
import { fieldLabel } from '#domain/settings/field-label.ts'
import { exampleTexts } from '#domain/settings/portfolio.ts'
import { reviseWork } from '#domain/settings/revise-work.ts'
import { type Work, type WorkTexts, works } from '#domain/site/works.ts'
import { exampleNote } from '#domain/words/portfolio.ts'
import { call } from '#web/api.ts'
import { TextButton } from '#web/kit/Button.tsx'
import { Choices } from '#web/kit/Choices.tsx'
import { Field, GrowingField, TextArea } from '#web/kit/Field.tsx'
import { Row } from '#web/kit/Page.tsx'
import { check } from '#web/kit/useMutation.ts'
import { livePortfolio, type Setting } from '#web/live/settings.ts'
import { useSession } from '#web/shell/session.ts'
import { SettingForm, SettingSection } from './SettingSection.tsx'
import { useSettingForm } from './setting-forms.ts'
import { type Versions, versionsOf } from './versions.ts'

type PortfolioProps = { setting: Setting<Work[]>; versions: Versions }

/** The texts of the six projects, one at a time; what is written in the others meanwhile stays. */
export function Portfolio({ setting, versions }: PortfolioProps) {
  const [chosen, setChosen] = useState(works[0]!.id)
  return (
    <SettingSection
      id="portfolio"
      aside="The 6 projects of the website, with examples at first. Images can’t be changed here."
      versions={versions}
    >
      <Row className="rule-below">
        <Choices<number>
          label="Project"
          options={setting.state.map(({ id, title }) => ({ name: id, title }))}
          chosen={chosen}
          onChoose={setChosen}
        />
      </Row>
      {works.map(({ id }) => (
        <div key={id} hidden={id !== chosen}>
          <WorkForm id={id} setting={setting} versions={versions} />
        </div>
      ))}
    </SettingSection>
  )
}

function WorkForm({ id, setting, versions }: PortfolioProps & { id: number }) {
  const own = versionsOf(versions, (field) => field.startsWith(`${id}.`))
  const workIn = (all: readonly Work[]) => all.find((work) => work.id === id)!
  const form = useSettingForm<Work[], WorkValues>({
    live: livePortfolio,
    setting,
    versions: own,
    valuesOf: (all) => workValues(workIn(all)),
    async send(changes, how, now) {
      const body = { id, ...workChanges(changes, workIn(now)) }
      await check(reviseWork.input, body)
      return call('updateWork', { body, ...how })
    },
    fieldOf: (name) => `${id}.${name.startsWith('points.') ? 'points' : name}`,
  })
  const { demo } = useSession()
  const examples = demo ? [] : exampleTexts(workIn(setting.state))
  const content = workValues(workIn(works))
  const names = Object.keys(content) as (keyof WorkValues)[]
  const isContent = names.every((name) => form.values[name] === content[name])
  const writeContent = () => {
    for (const name of names) form.write(name, content[name])
  }
  return (
    <SettingForm
      label={`Project ${id}`}
      submitLabel="Save project"
      form={form}
      versions={own}
      note={examples.length > 0 && exampleNote(examples.map(fieldLabel))}
      beside={!isContent && <TextButton onClick={writeContent}>Restore original</TextButton>}
    >
      <Field label="Title" maxLength={200} {...form.field('title')} />
      <Field label="Heading" maxLength={200} {...form.field('displayHeading')} />
      <Field label="Client" maxLength={200} {...form.field('client')} />
      <Field label="Website" type="url" {...form.field('website')} />
      <div className="column-all">
        <GrowingField label="Role" maxLength={200} {...form.field('role')} />
      </div>
      <div className="column-all">
        <TextArea label="Description" {...form.field('description')} />
      </div>
      {([0, 1, 2, 3, 4] as const).map((at) => (
        <div key={at} className="column-all">
          <GrowingField label={`Point ${at + 1}`} maxLength={300} {...form.field(`points.${at}`)} />
        </div>
      ))}
    </SettingForm>
  )
}

type PointName = `points.${0 | 1 | 2 | 3 | 4}`

/** The values of the form of a project: each point by itself. */
type WorkValues = Omit<WorkTexts, 'points'> & Record<PointName, string>

const workValues = ({ displayHeading, title, description, client, role, website, points }: Work): WorkValues =>
  ({
    ...{ displayHeading, title, description, client, role, website },
    ...Object.fromEntries(points.map((point, at) => [`points.${at}`, point])),
  }) as WorkValues

type Body = Omit<z.input<typeof reviseWork.input>, 'id'>

/** Returns the body of `update-work` for changes in the form: the points all five, with those that stand as they are. */
function workChanges(changes: Partial<WorkValues>, now: Work): Body {
  const isPoint = (name: string): name is PointName => name.startsWith('points.')
  const texts = Object.entries(changes).filter(([name]) => !isPoint(name))
  const points = Object.entries(changes).filter(([name]) => isPoint(name))
  const all = points.reduce((all, [name, text]) => all.with(Number(name.slice(-1)), text ?? ''), now.points)
  return { ...Object.fromEntries(texts), ...(points.length > 0 ? { points: all } : {}) }
}
