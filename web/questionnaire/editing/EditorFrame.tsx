import { type ReactNode, useState } from 'react'
import { flushSync } from 'react-dom'
import { counted } from '#domain/count.ts'
import { changesBetween, type Identified } from '#domain/questionnaire/list-changes.ts'
import { TextButton } from '#web/kit/Button.tsx'
import { Choices } from '#web/kit/Choices.tsx'
import { LeaveWarning } from '#web/kit/Confirm.tsx'
import { Row } from '#web/kit/Page.tsx'
import { clock, day } from '#web/kit/time.ts'
import { toast } from '#web/kit/toast.ts'
import { useUndoKeys } from '#web/kit/undo.tsx'
import { ConnectionStatus, Offline } from '#web/live/ConnectionStatus.tsx'
import { useVersions } from '#web/live/useVersions.ts'
import { Foot, type Place } from './Foot.tsx'
import type { News } from './live-editor.ts'
import { type LoadedPart, loadVersions, type OrderCounts, useOrderCounts } from './load.ts'
import type { TemplatePart } from './parts.ts'
import type { Editor } from './useEditor.ts'
import { Versions } from './Versions.tsx'
import { changesInWords } from './words.ts'
import './EditorPage.css'

type Part = 'list' | 'proof' | 'versions'

type EditorFrameProps<Item extends Identified> = {
  part: TemplatePart<Item>
  loaded: LoadedPart<Item>
  editor: Editor<Item>
  /** The subject of the editor, within a sentence: `the questionnaire`. */
  what: string
  title: ReactNode
  listName: string
  /** The lines with a fault. */
  wrong: ReadonlySet<number>
  /** The problem with the list as a whole. */
  problem: string | undefined
  nameOf(item: Item): string
  /** The label of the button that saves. */
  update: string
  /** The state until then. */
  until: string
  /** The list; `say` announces what was done, `orders` are those that keep their own. */
  list(say: (words: string) => void, orders: OrderCounts): ReactNode
  proof: ReactNode
  /** Shows a line, and gives it the focus. */
  onGo(id: number): void
}

/**
 * The common frame of the template’s editors: the list, what a client gets of it, and its versions, with unsaved marks,
 * undo and the changes of others. Where there is no room for all three, one at a time.
 */
export function EditorFrame<Item extends Identified>({ part, loaded, editor, ...rest }: EditorFrameProps<Item>) {
  const { what, title, listName, wrong, problem, nameOf, update, until, list, proof, onGo } = rest
  const versions = useVersions((after) => loadVersions(part.name, after), loaded.versions, editor.changedAt)
  const orders = useOrderCounts(loaded.orders)
  const [said, say] = useState('')
  const [shown, setShown] = useState<Part>('list')
  const go = (id: number) => {
    flushSync(() => setShown('list')) // nothing that is hidden takes the focus
    onGo(id)
  }
  const { items, conflicts } = editor.now
  const clashing = conflicts.map(({ id }) => id)
  const faulty = items.map(({ id }) => id).filter((id) => wrong.has(id) && !clashing.includes(id))
  const changes = changesBetween(part.kind, editor.saved.items, items)
  const [current] = versions.all
  const parts: Record<Part, string> = { list: listName, proof: 'Client preview', versions: 'Versions' }
  const undoSteps = {
    undo: editor.past.length > 0 ? editor.undo : undefined,
    redo: editor.future.length > 0 ? editor.redo : undefined,
  }
  useUndoKeys({ ...undoSteps, exempt: '.editor-proof, dialog, [role=dialog]' })

  return (
    <>
      <LeaveWarning
        unsaved={editor.changed}
        warning={`${until} Your unsaved changes stay in this window until you close it.`}
      />
      <p className="sr" role="status">
        {said}
      </p>
      <main className="editor mx-auto px-pad" id="main" tabIndex={-1}>
        <ConnectionStatus />
        <div className="editor-grid" data-shown={shown}>
          <header className="editor-head">
            <h1>{title}</h1>
            <p className="meta pt-2">
              {current?.at
                ? `Last updated by ${current.by} on ${day(current.at)} at ${clock(current.at)}.`
                : 'This is the original version.'}
              <br />
              {whoKeeps(orders.open)}
            </p>
            <Offline>You can keep editing in this window. Save when you’re back online.</Offline>
          </header>
          <div className="editor-parts ink-below">
            <Choices<Part>
              label="Sections"
              options={(['list', 'proof', 'versions'] as const).map((name) => ({ name, title: parts[name] }))}
              chosen={shown}
              onChoose={setShown}
            />
          </div>
          <section className="editor-list" aria-label={parts.list}>
            <div className="leaf-frame">
              <div className="leaf">
                <NewsLine
                  news={editor.news}
                  what={what}
                  conflicts={conflicts.length}
                  onGo={() => go(conflicts[0]!.id)}
                  onDismiss={editor.dismissNews}
                />
                {list(say, orders)}
              </div>
            </div>
          </section>
          <section className="editor-proof" aria-label={parts.proof}>
            {proof}
          </section>
          <section className="editor-versions" aria-label={parts.versions}>
            <div className="leaf-frame">
              <div className="leaf">
                <Versions
                  versions={versions}
                  count={versions.page.count}
                  onRestore={(version) => {
                    editor.edit(part.read(version)!)
                    toast(`Version restored but not saved. Select ${update} to save it.`)
                  }}
                />
              </div>
            </div>
          </section>
          <Foot
            unsaved={changes.length > 0 ? changesInWords(changes, nameOf) : undefined}
            wrong={placesOf(items, faulty)}
            clashing={placesOf(items, clashing)}
            problem={problem}
            update={update}
            pending={editor.pending}
            {...undoSteps}
            onUpdate={editor.update}
            onGo={go}
          />
        </div>
      </main>
    </>
  )
}

function whoKeeps(open: number): string {
  if (open === 0) return 'For new projects only.'
  if (open === 1) return 'For new projects only: 1 open project keeps its own version.'
  return `For new projects only: ${open} open projects keep their own version.`
}

/** Lines with their places, by their ids. */
const placesOf = (items: readonly Identified[], ids: readonly number[]): Place[] =>
  ids.map((id) => ({ id, place: items.findIndex((each) => each.id === id) + 1 }))

type NewsLineProps = {
  news: News | undefined
  /** The name of what was updated: `the questionnaire`. */
  what: string
  /** How many lines two wrote on, and the way to the first of them. */
  conflicts: number
  onGo(): void
  onDismiss(): void
}

const updatedBy = (who: string, what: string, whileWriting: boolean): string =>
  whileWriting ? `${who} updated ${what} while you were editing.` : `${who} updated ${what}.`

/** Shows that another admin has updated the list while it was open here, as soon as it is there. */
const NewsLine = ({ news, what, conflicts, onGo, onDismiss }: NewsLineProps) => (
  <div role="status">
    {(news || conflicts > 0) && (
      <Row
        className="editor-news lines-py-3 text-3 wet wet-around-y on-wet-wash"
        bodyClass="row justify-between gap-1-5"
        margin={news?.at && <time dateTime={news.at}>{clock(news.at)}</time>}
      >
        <p>
          {news && <b>{updatedBy(news.by || 'Another admin', what, news.whileWriting)} </b>}
          {news && `${counted(news.ids.size, 'item')} changed. `}
          {conflicts > 0
            ? `You both edited ${counted(conflicts, 'item')}. Choose a version below. Your changes are safe.`
            : news?.whileWriting && 'Your changes are kept.'}
        </p>
        <p>
          {conflicts > 0 && <TextButton onClick={onGo}>Go to the conflict</TextButton>}
          {conflicts === 0 && <TextButton onClick={onDismiss}>Dismiss</TextButton>}
        </p>
      </Row>
    )}
  </div>
)
